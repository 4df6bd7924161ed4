import { useState } from 'react';
import { changed } from '~/api/changed';
import type { Link } from '~/api/types';
import { TermsDialog } from '~/features/gate/terms-dialog';
import { useTermsForm } from '~/features/gate/use-terms-form';
import { t, useLang } from '~/i18n';
import { toast } from '~/kit/toast';
import { changeLink } from './api';
import { bodyOf, draftFromLink, problemsOf, type LinkDraft } from './draft';
import { fileOfLink, LinkTerms } from './link-terms';

/** Changes a download link, in the list of all links. */
export function EditDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  useLang();
  const [before] = useState(() => draftFromLink(link));
  const form = useTermsForm({
    start: () => before,
    problemsOf: (draft: LinkDraft) => problemsOf(draft, before.ends),
    save: (draft) => changeLink(link, bodyOf(draft, before)),
    onSaved: () => {
      void changed.links(link.space_id);
      toast({ title: t('common.saved'), kind: 'success' });
      onClose();
    },
  });
  return (
    <TermsDialog form={form} title={t('links.editTitle')} action={t('common.save')} onClose={onClose}>
      <LinkTerms spaceId={link.space_id} file={fileOfLink(link)} form={form} />
    </TermsDialog>
  );
}
