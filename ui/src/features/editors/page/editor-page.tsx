import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { loadErrors, useLang } from '~/i18n';
import { Fault, faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { editorHref } from '~/api/place';
import type { EditorOpened } from '~/api/types';
import { FailureState } from '~/features/viewers/failure-state';
import { WaitingState } from '~/features/viewers/waiting-state';
import { NotFoundPage } from '~/page/not-found-page';
import { PageLayout } from '~/page/page-layout';
import { openFile, takeOver } from '../api';
import { drafts, type Draft } from '~/api/drafts';
import { Offer } from './offer';
import type { FilePlace } from '../port';
import { OfficeEditor } from './office-editor';
import { DocumentEditor } from './document-editor';

const engines = ['embedded', 'onlyoffice', 'wopi', 'google'] as const;
const parseEngine = (word: string | null) => engines.find((one) => one === word);

/** The parts of the address of an editor. */
function readAddress(search: string) {
  const query = new URLSearchParams(search);
  return {
    place: {
      spaceId: query.get('space') ?? '',
      directoryId: query.get('directory') ?? '',
      fileId: query.get('file') ?? '',
    },
    version: query.get('version_id') ?? undefined,
    type: query.get('editor_type') ?? undefined,
    engine: parseEngine(query.get('engine')),
  };
}

const searchOf = ({ spaceId, directoryId, fileId }: FilePlace) =>
  editorHref(spaceId, directoryId, fileId).replace(/^.*\?/, '');

/** A document that is edited, as large as the window. */
export function EditorPage() {
  useLang();
  const search = useSearch();
  const me = useMe().data;
  // A copy that the edits went into has another address, and is the same page.
  const moved = useRef(new Map<string, string>());
  if (!me) return <WaitingState />;
  const key = moved.current.get(search) ?? search;
  return (
    <EditorOpener key={key} search={search} user={me._id} onMove={(place) => moved.current.set(searchOf(place), key)} />
  );
}

type State =
  | { readonly step: 'wait' }
  | { readonly step: 'offer'; readonly draft: Draft }
  | { readonly step: 'missing' }
  | { readonly step: 'failed'; readonly text: string }
  | { readonly step: 'open'; readonly opened: EditorOpened; readonly place: FilePlace };

type OpeningProps = { search: string; user: string; onMove: (place: FilePlace) => void };

/** Opens a file, after a draft of an earlier visit was dealt with. */
function EditorOpener({ search, user, onMove }: OpeningProps) {
  const [asked] = useState(() => readAddress(search));
  const [state, setState] = useState<State>({ step: 'wait' });
  const { place, version, type, engine } = asked;

  const open = useCallback(
    async (from: FilePlace, over = false) => {
      try {
        const opened = over ? await takeOver(from, engine) : await openFile({ place: from, version, type, engine });
        setState({ step: 'open', opened, place: from });
      } catch (error) {
        await loadErrors();
        if (error instanceof Fault && error.status === 404) setState({ step: 'missing' });
        else setState({ step: 'failed', text: faultText(error, 'editors') });
      }
    },
    [engine, type, version],
  );
  /** Offers what this person typed here before, in each tab of its own, and opens a file after that. */
  const begin = useCallback(
    async (then: FilePlace) => {
      try {
        const draft = version ? null : await drafts.find(user, place.fileId);
        if (draft) return setState({ step: 'offer', draft });
      } catch (error) {
        // They are there, and the key is not to be had: without it nothing may be opened over them.
        await loadErrors();
        return setState({ step: 'failed', text: faultText(error, 'editors') });
      }
      void drafts.prepare(user);
      return open(then);
    },
    [open, place, user, version],
  );
  useEffect(() => {
    void loadErrors();
    void begin(place);
  }, [begin, place]);

  if (state.step === 'wait') return <WaitingState />;
  if (state.step === 'offer') {
    const { draft } = state;
    return <Offer key={draft.id} draft={draft} onDone={(next) => void begin(next ?? place)} />;
  }
  if (state.step === 'missing') return <NotFoundPage />;
  if (state.step === 'failed') {
    return (
      <PageLayout>
        <FailureState text={state.text} onRetry={() => void begin(place)} />
      </PageLayout>
    );
  }
  const { opened } = state;
  if (opened.engine === 'onlyoffice') {
    return (
      <OfficeEditor
        key={`${opened.base_version_id} ${opened.lease?.lease_id ?? opened.mode}`}
        opened={opened}
        place={state.place}
        onOpen={(next, over) => open(next, over)}
      />
    );
  }
  return (
    <DocumentEditor
      // Another opening is another editor; edits that are not saved belong to the one before.
      key={`${opened.base_version_id} ${opened.lease?.lease_id ?? opened.mode}`}
      opened={opened}
      place={state.place}
      user={user}
      onMove={onMove}
      onOpen={(next, over) => open(next, over)}
    />
  );
}
