import {
  Camera,
  CloudDownload,
  FileStack,
  FileText,
  FileUp,
  FolderPlus,
  FolderUp,
  Presentation,
  Sheet,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useSpace } from '~/api/spaces';
import { useOpenCreationPlace } from '~/features/files/operations/use-open-creation-place';
import { newDocument, newFolder, useCreateRights } from '~/features/files/operations/start';
import { pickFiles, pickFolder, takePhoto, useShownTarget } from '~/features/uploads/start';
import { t } from '~/i18n';
import { Menu } from '~/kit/menu';
import type { MenuAction, MenuEntry } from '~/kit/menu-items';
import { useMedia } from '~/kit/use-media';

type Props = { spaceId: string; trigger: ReactElement<{ onClick?: () => void }>; fit?: boolean };

const readOnly = (entry: MenuAction): MenuAction => ({ ...entry, disabled: true, hint: t('frame.readOnly') });

/** The new things that the user may make, in the list that is shown or else where there is one. */
export function useNewEntries(spaceId: string): MenuEntry[] {
  const here = useCreateRights();
  // Phones and tablets have a camera that the browser can open.
  const touch = useMedia('(pointer: coarse)');
  const openPlace = useOpenCreationPlace(spaceId);
  const [, navigate] = useLocation();
  const shown = useShownTarget();
  const makes = here ?? { folders: openPlace !== null, uploads: openPlace !== null };
  const runHere = (run: () => void) => () => {
    if (!here) openPlace?.();
    run();
  };
  const locked = useSpace(spaceId)?.locked ?? false;
  const entries: MenuEntry[] = [];
  if (makes.folders) {
    entries.push(
      { id: 'folder', label: t('frame.newFolder'), icon: <FolderPlus size={18} />, onSelect: runHere(newFolder) },
      'separator',
    );
  }
  if (makes.uploads) {
    entries.push(
      { id: 'files', label: t('frame.uploadFiles'), icon: <FileUp size={18} />, onSelect: runHere(pickFiles) },
      {
        id: 'folder-upload',
        label: t('frame.uploadFolder'),
        icon: <FolderUp size={18} />,
        onSelect: runHere(pickFolder),
      },
    );
  }
  if (makes.uploads) {
    entries.push(
      'separator',
      {
        id: 'docx',
        label: t('frame.newDocument'),
        icon: <FileText size={18} />,
        onSelect: runHere(() => newDocument('docx')),
      },
      {
        id: 'xlsx',
        label: t('frame.newSheet'),
        icon: <Sheet size={18} />,
        onSelect: runHere(() => newDocument('xlsx')),
      },
      {
        id: 'pptx',
        label: t('frame.newSlides'),
        icon: <Presentation size={18} />,
        onSelect: runHere(() => newDocument('pptx')),
      },
      {
        id: 'template',
        label: t('frame.newFromTemplate'),
        icon: <FileStack size={18} />,
        onSelect: runHere(() => newDocument('template')),
      },
    );
  }
  if (makes.uploads && touch) {
    entries.push({
      id: 'photo',
      label: t('frame.takePhoto'),
      icon: <Camera size={18} />,
      onSelect: runHere(takePhoto),
    });
  }
  if (makes.folders && makes.uploads) {
    const to = here && shown?.spaceId === spaceId ? `?to=${shown.directoryId}` : '';
    entries.push('separator', {
      id: 'import',
      label: t('frame.import'),
      icon: <CloudDownload size={18} />,
      onSelect: () => navigate(`/workspace/${spaceId}/imports${to}`),
    });
  }
  // Nothing can be added after the end of a plan; the entries say so instead of failing.
  return locked ? entries.map((entry) => (entry === 'separator' ? entry : readOnly(entry))) : entries;
}

/** The menu of new things; the same on desktop and phone. Without the right to make any there is no button. */
export function NewMenu({ spaceId, trigger, fit }: Props) {
  const entries = useNewEntries(spaceId);
  if (entries.length === 0) return null;
  return <Menu label={t('frame.new')} entries={entries} fit={fit} trigger={trigger} />;
}
