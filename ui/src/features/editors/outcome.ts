import type { EditorSaved } from '~/api/types';

type Outcome = { readonly outcome: EditorSaved['outcome'] | '' };

/** Whether a save made a file of its own in My Drive, as the file itself may not be edited any more. */
export const isInMyDrive = ({ outcome }: Outcome) => outcome === 'kept';

/** Whether a save made another file: beside the one that was edited, or in My Drive. */
export const isElsewhere = (saved: Outcome) => saved.outcome === 'copy' || isInMyDrive(saved);
