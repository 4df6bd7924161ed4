import { useState } from 'react';
import { changed } from '~/api/changed';
import type { Link } from '~/api/types';
import { useTermsForm } from '~/features/gate/use-terms-form';
import { t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import { toast } from '~/kit/toast';
import { changeLink, createLink, useTargetLinks, type ShareTarget } from './api';
import { bodyOf, newDraft, draftFromLink, problemsOf, type LinkDraft } from './draft';
import { linkToCopy } from './link-to-copy';

/** Terms that are open for editing: those of a link, or of one that is still to be made. */
interface Editing {
  readonly link: Link | null;
  readonly before: LinkDraft | null;
  /** The draft of a new link as it was before. */
  readonly draftBefore: LinkDraft;
}

type Rights = { readonly read: boolean; readonly create: boolean };

/** The download links of some items, one of which is copied; it is made first when there is none. */
export function useShareLink(spaceId: string, targets: readonly ShareTarget[], rights: Rights) {
  const [single] = targets.length === 1 ? targets : [];
  const list = useTargetLinks(spaceId, rights.read ? single : undefined);
  const [made, setMade] = useState<{ link: Link; password: string } | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [copied, setCopied] = useState(false);
  const start = () => newDraft(targets, t('links.nItems', { n: targets.length }));
  const form = useTermsForm({
    start,
    problemsOf: (draft: LinkDraft) => problemsOf(draft, editing?.before?.ends ?? null),
    save: async (draft) => {
      const link = editing?.link
        ? changeLink(editing.link, bodyOf(draft, editing.before))
        : createLink(spaceId, targets, bodyOf(draft, null));
      const there = await copyText(link.then(({ url }) => url));
      return { link: await link, there, password: draft.password };
    },
    onSaved: ({ link, there, password }) => {
      const kind = there ? 'success' : 'info';
      if (editing?.link) toast({ title: t(there ? 'links.savedCopied' : 'common.saved'), kind });
      else toast({ title: t(there ? 'links.madeCopied' : 'links.madeOnly'), kind });
      // It is still the one that was shown, unless another one was set, or it was removed.
      const kept = password.on && made && isSame(made.link, link) ? made.password : '';
      setMade({ link, password: password.text || kept });
      setCopied(there);
      setEditing(null);
      form.restart(start());
      void changed.links(spaceId);
    },
  });
  const listed = list.items ?? [];
  const links = made && !listed.some((link) => isSame(link, made.link)) ? [made.link, ...listed] : listed;
  const isLoading = rights.read && single !== undefined && list.items === undefined && !made;
  const best = linkToCopy(links, targets);

  const copy = () => {
    if (!best) {
      form.submit(false);
      return;
    }
    void copyText(best.url).then((there) => {
      setCopied(there);
      if (there) toast({ title: t('links.copied'), kind: 'success' });
      else toast({ title: t('links.notCopied'), kind: 'error' });
    });
  };
  const edit = (link: Link | null) => {
    const before = link && draftFromLink(link);
    // The terms of the first link may have been begun beside its button.
    form.restart(before ?? (best ? start() : form.draft));
    setCopied(false);
    setEditing({ link, before, draftBefore: form.draft });
  };
  return {
    form,
    links,
    /** The link that is copied; undefined when one has to be made. */
    best,
    /** The password of the link that was just made or changed; the server does not tell it again. */
    password: made && best && isSame(best, made.link) ? made.password : '',
    list,
    isLoading,
    editing,
    edit,
    stopEditing: () => {
      form.restart(editing?.draftBefore ?? start());
      setEditing(null);
    },
    /** A link that was removed is not shown any more, though it was made here. */
    dropRemoved: (link: Link) => {
      setCopied(false);
      setMade((now) => (now && isSame(now.link, link) ? null : now));
    },
    copied,
    copy,
    /** Whether there is a link to copy, or one may be made. */
    canCopy: best !== undefined || rights.create,
    rights,
  };
}

export type ShareLink = ReturnType<typeof useShareLink>;

const isSame = (one: Link, other: Link) => one.download_id === other.download_id;
