import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import { EmailsField } from '~/features/gate/emails-field';
import { EndsField } from '~/features/gate/ends-field';
import { NoteField } from '~/features/gate/note-field';
import { PasswordPart } from '~/features/gate/password-part';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import type { Box } from '~/api/types';
import { changeBox, createBox } from './api';
import { bodyOf, draftFor, draftOf, longest, problemsOf, type BoxDraft } from './draft';
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
  const form = useId();
  const [before] = useState(() => (box ? draftOf(box) : null));
  const [draft, setDraft] = useState<BoxDraft>(() => before ?? draftFor(directory.name));
  const [pending, setPending] = useState({ emails: false, endings: false });
  const [tried, setTried] = useState(false);
  const set = (changes: Partial<BoxDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = useMutation({
    mutationFn: () =>
      box ? changeBox(box, bodyOf(draft, before)) : createBox(spaceId, directory.id, bodyOf(draft, null)),
    onSuccess: () => {
      void changed.boxes(spaceId);
      if (!box) return;
      toast({ title: t('common.saved'), kind: 'success' });
      onClose();
    },
  });
  const made = box ? undefined : save.data;
  if (made)
    return <MadeDialog box={made} password={draft.password.text} title={t('boxes.madeTitle')} onClose={onClose} />;
  const found = problemsOf(draft, before?.ends ?? null);
  const problems = tried ? found : {};
  const unfinished = pending.emails ? t('gate.emailPending') : pending.endings ? t('boxes.endingPending') : null;
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={box ? t('boxes.editTitle') : t('boxes.newTitle')}
      description={box ? undefined : t('boxes.newText', { name: directory.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={save.isPending}>
            {box ? t('common.save') : t('boxes.make')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(found).length === 0 && !unfinished) save.mutate();
        }}
      >
        <TextField
          label={t('gate.titleLabel')}
          value={draft.title}
          maxLength={200}
          {...(problems.title && { error: t(problems.title) })}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <NoteField
          label={t('boxes.description')}
          hint={t('boxes.descriptionHint')}
          value={draft.description}
          onChange={(description) => set({ description })}
        />
        <EndsField
          label={t('boxes.ends')}
          value={draft.ends}
          most={longest}
          onChange={(ends) => set({ ends })}
          error={
            problems.ends &&
            t(
              problems.ends === 'gate.endsShort' || problems.ends === 'gate.endsLong'
                ? 'boxes.endsRange'
                : problems.ends,
            )
          }
        />
        <PasswordPart
          value={draft.password}
          onChange={(password) => set({ password })}
          error={problems.password && t(problems.password)}
        />
        <EmailsField
          hint={t('boxes.emailsHint')}
          values={draft.emails}
          onChange={(emails) => set({ emails })}
          onPending={(emails) => setPending((now) => ({ ...now, emails }))}
        />
        <LimitsPart
          draft={draft}
          set={set}
          onPending={(endings) => setPending((now) => ({ ...now, endings }))}
          sizeError={problems.size && t(problems.size)}
          retentionError={problems.retention && t(problems.retention)}
        />
        {tried && unfinished && <Notice tone="danger">{unfinished}</Notice>}
        {save.error && <Notice tone="danger">{faultText(save.error)}</Notice>}
      </form>
    </Dialog>
  );
}
