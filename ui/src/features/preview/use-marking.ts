import { useMemo, useState } from 'react';
import { changed } from '~/api/changed';
import type { Marking, MarkingState } from '~/api/content';
import type { File as StoredFile } from '~/api/types';
import { withWords } from '~/i18n';
import { entryOfFile } from '~/features/files/listing/entry';
import { mayOn } from '~/features/files/listing/rights';

const uploads = () =>
  withWords(Promise.all([import('~/features/uploads/upload-one'), import('~/features/uploads/words')]), 'uploads');

type Save = Marking['save'];

/** Saves as an upload would: with its retries, its quota and its rights. */
const saveTo =
  (spaceId: string, directoryId: string, name: string): Save =>
  async (bytes, { as, base, signal, onProgress }) => {
    const [{ uploadOne, UploadProblem }, { problemText }] = await uploads();
    const file = new File([bytes], name, { type: 'application/pdf' });
    const how = as === 'version' ? ({ onDuplicate: 'version', base } as const) : ({ onDuplicate: 'rename' } as const);
    try {
      await uploadOne({ spaceId, directoryId }, file, { ...how, signal, onProgress });
    } catch (error) {
      if (!(error instanceof UploadProblem)) throw error;
      if (error.problem === 'version_changed') return 'changed';
      throw new Error(problemText(error.problem), { cause: error });
    }
    await Promise.all([changed.files(spaceId), changed.previews()]);
    return 'saved';
  };

/** Marks in the file that is shown: whether the user may make them, and how far they are. */
export function useMarking(spaceId: string, directoryId: string, file: StoredFile | undefined) {
  const [state, setState] = useState<MarkingState>('off');
  const name = file?.file_name ?? '';
  const may = file !== undefined && mayOn(entryOfFile(file), 'create', 'version');
  const marking = useMemo(
    (): Marking => ({ onState: setState, save: saveTo(spaceId, directoryId, name) }),
    [spaceId, directoryId, name],
  );
  return { marking: may ? marking : undefined, active: state !== 'off' };
}
