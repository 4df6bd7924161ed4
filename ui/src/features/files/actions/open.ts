import { AppWindow, Download, Eye, FolderOpen, SquarePen } from 'lucide-react';
import { createElement } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { enginesFor, isDefaultFor, isEditable } from '~/api/engines';
import { faultText } from '~/api/fault';
import { openAtGoogle } from '~/api/google';
import { editorHref } from '~/api/place';
import type { EditorEngine } from '~/api/types.gen';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { downloadFile } from '../operations/downloads';
import { mayOn } from '../listing/rights';
import type { Entry } from '../listing/entry';
import type { Action, ActionContext } from './action';

const enter = { key: 'Enter', text: 'Enter' } as const;

export const open: Action = {
  id: 'open',
  label: () => t('files.open'),
  Icon: FolderOpen,
  group: 'open',
  places: ['item'],
  shortcuts: [enter],
  applies: ({ count, entries }) => count === 1 && entries[0]?.kind === 'directory',
  perform: ({ entries, commands }) => entries[0] && commands.open(entries[0]),
};

export const preview: Action = {
  id: 'preview',
  label: () => t('files.preview'),
  Icon: Eye,
  group: 'open',
  places: ['item', 'bar'],
  shortcuts: [enter],
  applies: ({ listKind, count, entries }) => listKind !== 'trash' && count === 1 && entries[0]?.kind === 'file',
  perform: ({ entries, commands }) => entries[0] && commands.preview(entries[0]),
};

/** Whether the user edits the file when they open it. */
export const mayEdit = (entry: Entry): boolean =>
  entry.kind === 'file' && entry.trashed === null && isEditable(entry.name) && mayOn(entry, 'create', 'version');

export const edit: Action = {
  id: 'edit',
  label: () => t('files.edit'),
  Icon: SquarePen,
  group: 'open',
  places: ['item', 'bar'],
  shortcuts: [{ ...enter, shift: false }],
  applies: ({ listKind, count, entries: [entry] }) =>
    listKind !== 'trash' && count === 1 && entry !== undefined && mayEdit(entry),
  perform: ({ entries: [entry], place }) => entry && navigate(editorHref(place.spaceId, entry.directoryId, entry.id)),
};

/** Names of products, the same in each language. */
const products = { onlyoffice: 'ONLYOFFICE', wopi: 'Collabora Online', google: 'Google Docs' } as const;

const mayChoose = ({ listKind, count, entries: [entry] }: ActionContext): boolean =>
  listKind !== 'trash' &&
  count === 1 &&
  entry?.kind === 'file' &&
  entry.trashed === null &&
  enginesFor(entry.name).length > 0 &&
  mayOn(entry, 'create', 'version');

function openIn(engine: EditorEngine['engine'], spaceId: string, { directoryId, id }: Entry): void {
  if (engine === 'google') void openAtGoogle(spaceId, directoryId, id).then(navigate, sayFault);
  else navigate(editorHref(spaceId, directoryId, id, { engine }));
}

/** Everything that opens the file, to choose from. */
export const openWith: Action = {
  id: 'open-with',
  label: () => t('files.openWith'),
  Icon: AppWindow,
  group: 'open',
  places: ['item'],
  applies: mayChoose,
  items: ({ entries: [entry], place, commands }) =>
    entry
      ? [
          {
            id: 'with-preview',
            label: t('files.preview'),
            icon: createElement(Eye, { size: 18 }),
            onSelect: () => commands.preview(entry),
          },
          ...enginesFor(entry.name).map((engine) => ({
            id: `with-${engine.engine}`,
            label: engine.engine === 'embedded' ? t('files.withOwn') : products[engine.engine],
            icon: createElement(SquarePen, { size: 18 }),
            ...(isDefaultFor(engine, entry.name) && { hint: t('files.withDefault') }),
            onSelect: () => openIn(engine.engine, place.spaceId, entry),
          })),
          {
            id: 'with-download',
            label: t('files.download'),
            icon: createElement(Download, { size: 18 }),
            onSelect: () => {
              downloadFile(place.spaceId, entry.directoryId, entry.id).catch((error: unknown) => {
                toast({ title: faultText(error, 'download'), kind: 'error' });
              });
            },
          },
        ]
      : [],
  perform: ({ entries: [entry], commands }) => entry && commands.open(entry),
};
