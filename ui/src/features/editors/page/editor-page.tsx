import { useCallback, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { loadErrors, t, useLang } from '~/i18n';
import { Fault, faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import type { EditorOpened } from '~/api/types';
import { Failed } from '~/features/viewers/failed';
import { Waiting } from '~/features/viewers/waiting';
import { openFile, takeOver } from '../api';
import { keeper, keptId, type KeptEdits } from '../kept';
import { Offer } from './offer';
import type { FilePlace } from '../port';
import { Room } from './room';

/** The parts of the address of an editor. */
function askedBy(search: string) {
  const query = new URLSearchParams(search);
  return {
    place: {
      spaceId: query.get('space') ?? '',
      directoryId: query.get('directory') ?? '',
      fileId: query.get('file') ?? '',
    },
    version: query.get('version_id') ?? undefined,
    type: query.get('editor_type') ?? undefined,
  };
}

/** A document that is edited, as large as the window. */
export function EditorPage() {
  useLang();
  const search = useSearch();
  const me = useMe().data;
  if (!me) return <Waiting />;
  return <Opening key={search} search={search} user={me._id} />;
}

type State =
  | { readonly step: 'wait' }
  | { readonly step: 'offer'; readonly edits: KeptEdits }
  | { readonly step: 'failed'; readonly text: string }
  | { readonly step: 'open'; readonly opened: EditorOpened; readonly place: FilePlace };

/** Opens a file, after edits of an earlier visit were dealt with. */
function Opening({ search, user }: { search: string; user: string }) {
  const [asked] = useState(() => askedBy(search));
  const [state, setState] = useState<State>({ step: 'wait' });
  const { place, version, type } = asked;

  const open = useCallback(
    async (from: FilePlace, over = false) => {
      try {
        const opened = over ? await takeOver(from) : await openFile({ place: from, version, type });
        setState({ step: 'open', opened, place: from });
      } catch (error) {
        await loadErrors();
        const known = error instanceof Fault ? error : null;
        setState({ step: 'failed', text: faultText(known ?? error, 'editors') });
      }
    },
    [type, version],
  );
  useEffect(() => {
    void loadErrors();
    void keeper.get(keptId(user, place.fileId)).then((edits) => {
      if (edits && !version) setState({ step: 'offer', edits });
      else void open(place);
    });
  }, [open, place, user, version]);

  if (state.step === 'wait') return <Waiting />;
  if (state.step === 'offer') return <Offer edits={state.edits} onDone={(next) => void open(next ?? place)} />;
  if (state.step === 'failed') return <Failed text={state.text} onRetry={() => void open(place)} />;
  const { opened } = state;
  return (
    <Room
      // Another opening is another editor; edits that are not saved belong to the one before.
      key={`${opened.base_version_id} ${opened.lease?.lease_id ?? opened.mode}`}
      opened={opened}
      place={state.place}
      user={user}
      title={t('editors.title', { name: opened.file_name })}
      onOpen={(next, over) => open(next, over)}
    />
  );
}
