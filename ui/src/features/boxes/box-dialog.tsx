import { useState } from 'react';
import { changed } from '~/api/changed';
import type { Box } from '~/api/types';
import { NoteField } from '~/features/gate/note-field';
import { TermsDialog } from '~/features/gate/terms-dialog';
import { TermsFields } from '~/features/gate/terms-fields';
import { useTermsForm } from '~/features/gate/use-terms-form';
import { t, useLang } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import { toast } from '~/kit/toast';
import { changeBox, createBox } from './api';
import { bodyOf, newDraft, draftFromBox, longest, problemsOf, type BoxDraft } from './draft';
import { LimitsPart } from './limits-part';
import { MadeDialog } from './made-dialog';

type Props = {
  spaceId: string;
  directory: { readonly id: string; readonly name: string };
  box?: Box;
  onClose: () => void;
};

/** Makes an upload box on a folder, or changes one. */
export function BoxDialog({ spaceId, directory, box, onClose }: Props) {
  useLang();
  const [before] = useState(() => (box ? draftFromBox(box) : null));
  const [endingPending, setEndingPending] = useState(false);
  const form = useTermsForm({
    start: () => before ?? newDraft(directory.name),
    problemsOf: (draft: BoxDraft) => problemsOf(draft, before?.ends ?? null),
    save: async (draft) => {
      if (box) return { box: await changeBox(box, bodyOf(draft, before)), copied: false };
      const made = createBox(spaceId, directory.id, bodyOf(draft, null));
      const copied = await copyText(made.then(({ url }) => url));
      return { box: await made, copied };
    },
    onSaved: ({ copied }) => {
      void changed.boxes(spaceId);
      if (!box) {
        if (copied) toast({ title: t('boxes.madeCopied'), kind: 'success' });
        return;
      }
      toast({ title: t('common.saved'), kind: 'success' });
      onClose();
    },
  });
  const { draft, problems } = form;
  const made = box ? undefined : form.saving.data;
  if (made)
    return <MadeDialog box={made.box} password={draft.password.text} title={t('boxes.madeTitle')} onClose={onClose} />;
  const outOfRange = problems.ends === 'gate.endsShort' || problems.ends === 'gate.endsLong';
  return (
    <TermsDialog
      form={form}
      title={box ? t('boxes.editTitle') : t('boxes.newTitle')}
      description={box ? undefined : t('boxes.newText', { name: directory.name })}
      action={box ? t('common.save') : t('boxes.make')}
      onClose={onClose}
    >
      <TermsFields
        form={form}
        ends={{ label: t('boxes.ends'), most: longest }}
        emailsHint={t('boxes.emailsHint')}
        errors={{
          title: problems.title && t(problems.title),
          ends: problems.ends && t(outOfRange ? 'boxes.endsRange' : problems.ends),
          password: problems.password && t(problems.password),
        }}
        unfinished={endingPending ? t('boxes.endingPending') : null}
        intro={
          <NoteField
            label={t('boxes.description')}
            hint={t('boxes.descriptionHint')}
            value={draft.description}
            onChange={(description) => form.set({ description })}
          />
        }
      >
        <LimitsPart
          draft={draft}
          set={form.set}
          onPending={setEndingPending}
          sizeError={problems.size && t(problems.size)}
          retentionError={problems.retention && t(problems.retention)}
        />
      </TermsFields>
    </TermsDialog>
  );
}
