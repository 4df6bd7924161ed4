import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import { EndsField } from '~/features/gate/ends-field';
import { Made } from '~/features/gate/made';
import { PasswordPart } from '~/features/gate/password-part';
import { EmailsField } from '~/features/gate/emails-field';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import type { Link } from '~/api/types';
import { changeLink, createLink, type ShareTarget } from './api';
import { bodyOf, draftFor, draftOf, problemsOf, type LinkDraft } from './draft';
import { OptionsPart } from './options-part';

type Props = {
  spaceId: string;
  /** What a new link opens; of a link that is there, the link. */
  targets: readonly ShareTarget[];
  link?: Link;
  onClose: () => void;
};

/** Makes a download link, or changes one; a new one is shown at once, to be handed on. */
export function ShareDialog({ spaceId, targets, link, onClose }: Props) {
  useLang();
  const form = useId();
  const [before] = useState(() => (link ? draftOf(link) : null));
  const [draft, setDraft] = useState<LinkDraft>(
    () => before ?? draftFor(targets, t('links.nItems', { n: targets.length })),
  );
  const [pending, setPending] = useState(false);
  const [tried, setTried] = useState(false);
  const set = (changes: Partial<LinkDraft>) => setDraft((now) => ({ ...now, ...changes }));
  const save = useMutation({
    mutationFn: () =>
      link ? changeLink(link, bodyOf(draft, before)) : createLink(spaceId, targets, bodyOf(draft, null)),
    onSuccess: () => {
      void changed.links(spaceId);
      if (!link) return;
      toast({ title: t('common.saved'), kind: 'success' });
      onClose();
    },
  });
  const made = link ? undefined : save.data;
  if (made) return <MadeDialog link={made} password={draft.password.text} onClose={onClose} />;
  const found = problemsOf(draft, before?.ends ?? null);
  const problems = tried ? found : {};
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={link ? t('links.editTitle') : t('links.newTitle')}
      description={link ? undefined : <Subject targets={targets} />}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={save.isPending}>
            {link ? t('common.save') : t('links.make')}
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
          if (Object.keys(found).length === 0 && !pending) save.mutate();
        }}
      >
        <TextField
          label={t('gate.titleLabel')}
          value={draft.title}
          maxLength={200}
          {...(problems.title && { error: t(problems.title) })}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <EndsField
          label={t('links.ends')}
          never={t('links.forever')}
          value={draft.ends}
          onChange={(ends) => set({ ends })}
          error={problems.ends && t(problems.ends)}
        />
        <PasswordPart
          value={draft.password}
          onChange={(password) => set({ password })}
          error={problems.password && t(problems.password)}
        />
        <EmailsField
          hint={t('links.emailsHint')}
          values={draft.emails}
          onChange={(emails) => set({ emails })}
          onPending={setPending}
        />
        <OptionsPart
          spaceId={spaceId}
          file={fileOf(targets, link)}
          draft={draft}
          set={set}
          limitError={problems.limit && t(problems.limit)}
        />
        {tried && pending && <Notice tone="danger">{t('gate.emailPending')}</Notice>}
        {save.error && <Notice tone="danger">{faultText(save.error)}</Notice>}
      </form>
    </Dialog>
  );
}

/** The one file that the link opens, if it is one: of folders there are no versions. */
function fileOf(targets: readonly ShareTarget[], link?: Link): ShareTarget | null {
  if (link) {
    const [item] = link.items;
    if (link.items.length !== 1 || item?.target_type !== 'file' || !item.directory_id) return null;
    return { kind: 'file', id: item.target_id, name: item.name, directoryId: item.directory_id };
  }
  return targets.length === 1 && targets[0]?.kind === 'file' ? targets[0] : null;
}

function Subject({ targets }: { targets: readonly ShareTarget[] }) {
  const [first] = targets;
  if (targets.length === 1 && first) return <bdi className="wrap-anywhere">{first.name}</bdi>;
  return t('links.nItems', { n: targets.length });
}

function MadeDialog({ link, password, onClose }: { link: Link; password: string; onClose: () => void }) {
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('links.madeTitle')}
      description={<bdi className="wrap-anywhere">{link.title}</bdi>}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('gate.done')}
        </Button>
      }
    >
      <Made url={link.url} title={link.title}>
        {password && (
          <CopyField
            label={t('gate.passwordText')}
            value={password}
            copyLabel={t('gate.copyPassword')}
            copiedLabel={t('gate.copied')}
          />
        )}
      </Made>
    </Dialog>
  );
}
