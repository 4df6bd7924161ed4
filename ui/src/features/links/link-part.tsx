import { Copy, Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { Link } from '~/api/types';
import { PasswordPart } from '~/features/gate/password-part';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useInnerLinks, type ShareTarget } from './api';
import { DraftFacts } from './draft-facts';
import { LinkCard, SettingsButton } from './link-card';
import { LinkDialogs, type OpenDialog } from './link-dialogs';
import { LinkRow, type LinkAct } from './link-row';
import { fileOfLink, LinkTerms } from './link-terms';
import type { ShareLink } from './use-share-link';

type Props = {
  spaceId: string;
  targets: readonly ShareTarget[];
  share: ShareLink;
  /** The buttons stand below the links, not in the footer of a dialog. */
  buttons?: boolean;
};

/** The download links of some items, and the terms of the one that is edited or comes next. */
export function LinkPart({ spaceId, targets, share, buttons }: Props) {
  const { editing, rights } = share;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const act = (what: LinkAct, link: Link) => (what === 'edit' ? share.edit(link) : setOpen({ act: what, link }));
  const [first] = targets;
  const only = targets.length === 1 && first ? first : null;
  const file = editing?.link ? fileOfLink(editing.link) : only?.kind === 'file' ? only : null;
  if (!rights.read && !rights.create) return null;
  return (
    <section aria-label={t('links.heading')} className="grid grid-cols-1 gap-2">
      <h3 className="text-xs font-semibold text-muted">{t('links.heading')}</h3>
      {editing ? (
        <div className="rounded-card p-4 ring-1 ring-line">
          <LinkTerms key={editing.link?.download_id ?? ''} spaceId={spaceId} file={file} form={share.form} />
        </div>
      ) : (
        <>
          <ExistingLinks share={share} act={act} />
          {share.links.length > 0 && rights.create && (
            <Button
              className="justify-self-start"
              icon={<Plus size={17} aria-hidden="true" />}
              onClick={() => share.edit(null)}
            >
              {t('links.another')}
            </Button>
          )}
          {only?.kind === 'directory' && rights.read && (
            <InnerLinks spaceId={spaceId} directoryId={only.id} act={(what, link) => setOpen({ act: what, link })} />
          )}
        </>
      )}
      {buttons && share.canCopy && (
        <div className="flex flex-wrap gap-2">
          <LinkButtons share={share} kind="soft" />
        </div>
      )}
      <LinkDialogs open={open} onClose={() => setOpen(null)} onRemoved={share.dropRemoved} />
    </section>
  );
}

type Act = (act: LinkAct, link: Link) => void;

function ExistingLinks({ share, act }: { share: ShareLink; act: Act }) {
  const { links, best, list, isLoading, password, rights, form } = share;
  if (list.error) return <Notice tone="danger">{faultText(list.error)}</Notice>;
  if (isLoading) return <Skeleton className="h-24 w-full" />;
  const others = links.filter((link) => link !== best);
  return (
    <>
      {best && <LinkCard link={best} password={password} onAct={act} />}
      {!best && rights.create && <Next share={share} />}
      {!best && !rights.create && links.length === 0 && <p className="text-muted">{t('links.noneHere')}</p>}
      {form.saving.error ? <Notice tone="danger">{faultText(form.saving.error)}</Notice> : null}
      {others.length > 0 && <Rows links={others} label={t('links.title')} act={act} />}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('gate.more')}
        </Button>
      )}
    </>
  );
}

/** No link works yet: the terms of the one that is made by copying it. */
function Next({ share }: { share: ShareLink }) {
  const { draft, set, problems } = share.form;
  return (
    <div className="grid gap-3 rounded-card p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-muted">
          <Link2 size={18} />
        </span>
        <div className="min-w-0">
          <p className="font-medium">{t(share.links.length > 0 ? 'links.noneWorks' : 'links.nobody')}</p>
          <p className="text-xs text-pretty text-muted">
            {t(draft.password.on ? 'links.nobodyProtected' : 'links.nobodyText')}
          </p>
        </div>
      </div>
      <PasswordPart
        value={draft.password}
        onChange={(password) => set({ password })}
        error={problems.password && t(problems.password)}
      />
      <div className="flex items-end gap-x-4">
        <div className="min-w-0 flex-1">
          <DraftFacts draft={draft} />
        </div>
        <SettingsButton onClick={() => share.edit(null)} />
      </div>
    </div>
  );
}

function Rows({ links, label, act }: { links: readonly Link[]; label: string; act: Act }) {
  return (
    <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line">
      {links.map((link) => (
        <LinkRow key={link.download_id} dense link={link} onAct={act} />
      ))}
    </ul>
  );
}

/** Nothing when there are none: the links here are those of the folder itself. */
function InnerLinks({ spaceId, directoryId, act }: { spaceId: string; directoryId: string; act: Act }) {
  const { items } = useInnerLinks(spaceId, directoryId);
  if (!items?.length) return null;
  return (
    <details className="group/inside">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted select-none">
        {t('links.inside')}
      </summary>
      <Rows links={items} label={t('links.inside')} act={act} />
    </details>
  );
}

/** The button that copies the link, or saves its terms first; beside it the way back from the terms. */
export function LinkButtons({ share, kind }: { share: ShareLink; kind: 'solid' | 'soft' }) {
  const { editing, form } = share;
  const icon = <Copy size={18} aria-hidden="true" />;
  if (!editing) {
    return (
      <Button
        kind={kind}
        icon={icon}
        busy={form.saving.isPending}
        disabled={share.isLoading || Boolean(share.list.error)}
        onClick={share.copy}
      >
        {t('links.copy')}
      </Button>
    );
  }
  return (
    <>
      <Button kind="outline" onClick={share.stopEditing}>
        {t('common.cancel')}
      </Button>
      <Button kind={kind} icon={icon} type="submit" form={form.id} busy={form.saving.isPending}>
        {t(editing.link ? 'links.saveAndCopy' : 'links.makeAndCopy')}
      </Button>
    </>
  );
}
