import { useState } from 'react';
import { changed } from '~/api/changed';
import type { Link } from '~/api/types';
import { Made } from '~/features/gate/made';
import { TermsDialog } from '~/features/gate/terms-dialog';
import { useTermsForm } from '~/features/gate/use-terms-form';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';
import { changeLink, createLink, type ShareTarget } from './api';
import { bodyOf, draftFor, draftOf, problemsOf, type LinkDraft } from './draft';
import { OptionsPart } from './options-part';

type Props = {
  spaceId: string;
  /** The items of a new link; for an existing one `link` is set. */
  targets: readonly ShareTarget[];
  link?: Link;
  onClose: () => void;
};

/** Makes or changes a download link; the address of a new one is shown at once. */
export function ShareDialog({ spaceId, targets, link, onClose }: Props) {
  useLang();
  const [before] = useState(() => (link ? draftOf(link) : null));
  const form = useTermsForm({
    before,
    start: () => draftFor(targets, t('links.nItems', { n: targets.length })),
    problemsOf: (draft: LinkDraft) => problemsOf(draft, before?.ends ?? null),
    save: (draft) =>
      link ? changeLink(link, bodyOf(draft, before)) : createLink(spaceId, targets, bodyOf(draft, null)),
    onSaved: () => void changed.links(spaceId),
    onClose,
  });
  const { draft, problems, made } = form;
  if (made) return <MadeDialog link={made} password={draft.password.text} onClose={onClose} />;
  return (
    <TermsDialog
      form={form}
      title={link ? t('links.editTitle') : t('links.newTitle')}
      description={link ? undefined : <Subject targets={targets} />}
      action={link ? t('common.save') : t('links.make')}
      ends={{ label: t('links.ends'), never: t('links.forever') }}
      emailsHint={t('links.emailsHint')}
      errors={{
        title: problems.title && t(problems.title),
        ends: problems.ends && t(problems.ends),
        password: problems.password && t(problems.password),
      }}
      onClose={onClose}
    >
      <OptionsPart
        spaceId={spaceId}
        file={fileOf(targets, link)}
        draft={draft}
        set={form.set}
        limitError={problems.limit && t(problems.limit)}
      />
    </TermsDialog>
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
