import { Inbox, KeyRound, Link2, Mail, Send, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ExposedItem, Guest, TargetView } from '~/api/types';
import { Badge, PersonLine, personName } from '~/page/people/person';
import { targetName } from '~/page/people/target-name';
import { t } from '~/i18n';
import { dateTime, fullDate, when } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton } from '~/kit/icon-button';
import { InvitationLinksDialog } from '~/page/people/invitation-links-dialog';
import { closeFile, makeGuestLink, removeBox, removeGuest, removeLink, resendGuestInvitation } from './api';
import { GuestRoleSelect } from './guest-role-select';

/** A question before something ends. */
export interface Ask {
  title: string;
  text: string;
  done: string;
  run: () => Promise<void>;
}

const rowClass = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 ps-4 pe-2 last:border-0';

/** Where an item is opened. */
export const hrefOfTarget = (spaceId: string, target: TargetView): string =>
  target.target_type === 'folder'
    ? `/workspace/${spaceId}/directory/${target.target_id}`
    : `/workspace/${spaceId}/directory/${target.directory_id}/file/${target.target_id}/preview`;

function TargetLink({ spaceId, target }: { spaceId: string; target: TargetView }) {
  return (
    <Link
      href={hrefOfTarget(spaceId, target)}
      className="inline-flex max-w-full min-w-0 items-center gap-1.5 text-fg underline-offset-4 hover:text-brand hover:underline pointer-coarse:min-h-11"
    >
      <FileIcon type={target.target_type === 'folder' ? 'folder' : fileType(target.name, '')} />
      <bdi className="truncate">{targetName(target)}</bdi>
    </Link>
  );
}

function End({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <X size={17} aria-hidden="true" />
    </IconButton>
  );
}

type Asking = { spaceId: string; onAsk: (ask: Ask) => void };

export function ExposedGuest({ spaceId, guest, onAsk }: Asking & { guest: Guest }) {
  const name = personName(guest.user, guest.email);
  const on = guest.target ? targetName(guest.target) : '';
  const [inviting, setInviting] = useState(false);
  return (
    <li className={rowClass}>
      <PersonLine
        className="min-w-0 flex-1 basis-60"
        person={guest.user}
        email={guest.email}
        badges={!guest.user && <Badge tone="warning">{t('access.waiting')}</Badge>}
        note={
          <>
            {!guest.user && <span className="block text-pretty">{t('access.whyWaiting')}</span>}
            <span title={fullDate(guest.created_at)}>
              {t('access.sharedBy', { name: personName(guest.created_by), when: when(guest.created_at) })}
            </span>
          </>
        }
      />
      {guest.target && (
        <span className="min-w-0 max-sm:order-last max-sm:w-full max-sm:ps-12 sm:w-60">
          <TargetLink spaceId={spaceId} target={guest.target} />
        </span>
      )}
      <span className="ms-auto flex items-center justify-end gap-1 sm:min-w-36">
        <GuestRoleSelect spaceId={spaceId} id={guest.role_id} role={guest.role} name={name} />
        {!guest.user && (
          <IconButton
            label={t('people.inviteAgainOf', { email: guest.email })}
            onClick={() => setInviting(true)}
            className="rtl:-scale-x-100"
          >
            <Send size={17} aria-hidden="true" />
          </IconButton>
        )}
        <End
          label={t('access.removePerson', { name })}
          onClick={() =>
            onAsk({
              title: t('access.guestAsk', { name }),
              text: t('access.guestAskText', { target: on }),
              done: t('access.removed', { name }),
              run: () => removeGuest(spaceId, guest.role_id),
            })
          }
        />
      </span>
      {inviting && (
        <InvitationLinksDialog
          people={[
            {
              email: guest.email,
              makeLink: () => makeGuestLink(spaceId, guest.role_id),
              sendAgain: () => resendGuestInvitation(spaceId, guest.role_id),
            },
          ]}
          onClose={() => setInviting(false)}
        />
      )}
    </li>
  );
}

export function ExposedLink({ spaceId, item, kind, onAsk }: Asking & { item: ExposedItem; kind: 'link' | 'box' }) {
  const isLink = kind === 'link';
  const drive = item.place === 'my';
  const name = item.title || t(isLink ? 'access.link' : 'access.box');
  const Icon = isLink ? Link2 : Inbox;
  const [first, ...others] = item.items;
  const remove = () =>
    isLink
      ? removeLink(spaceId, item.download_id ?? '')
      : removeBox(spaceId, item.directory_id ?? '', item.upload_id ?? '');
  const facts = [
    drive && t('access.onDrive'),
    item.expire_at ? t('access.until', { when: dateTime(item.expire_at) }) : t('access.forever'),
    isLink && (item.used_count > 0 ? t('access.used', { n: item.used_count }) : t('access.unused')),
    item.created_by && t('access.by', { name: personName(item.created_by) }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <li className={rowClass}>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
      >
        <Icon size={17} />
      </span>
      <div className="min-w-0 flex-1 basis-56 text-start">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="truncate font-semibold">{name}</bdi>
          {item.has_password && (
            <Badge>
              <KeyRound size={11} aria-hidden="true" className="me-1" />
              {t('access.password')}
            </Badge>
          )}
          {item.emails_count > 0 && (
            <Badge>
              <Mail size={11} aria-hidden="true" className="me-1" />
              {t('access.onlyEmails', { n: item.emails_count })}
            </Badge>
          )}
          {item.paused && <Badge>{t('access.paused')}</Badge>}
          {!item.paused && !item.has_password && item.emails_count === 0 && (
            <Badge tone="warning">{t('access.anybody')}</Badge>
          )}
        </p>
        <p className="text-xs text-muted">{facts.join(' · ')}</p>
      </div>
      {first && (
        <span className="flex min-w-0 items-center gap-1.5 max-sm:order-last max-sm:w-full max-sm:ps-12 sm:w-60">
          <TargetLink spaceId={spaceId} target={first} />
          {others.length > 0 && (
            <span className="shrink-0 text-xs text-muted">{t('access.andMore', { n: others.length })}</span>
          )}
        </span>
      )}
      <End
        label={t('access.removeLink', { name })}
        onClick={() =>
          onAsk({
            title: t(isLink ? 'access.linkAsk' : 'access.boxAsk', { name }),
            text: t(isLink ? 'access.linkAskText' : 'access.boxAskText'),
            done: t('access.linkRemoved', { name }),
            run: remove,
          })
        }
      />
    </li>
  );
}

export function PublicFile({ spaceId, file, onAsk }: Asking & { file: TargetView }) {
  return (
    <li className={rowClass}>
      <span className="grid min-w-0 flex-1 text-start">
        <TargetLink spaceId={spaceId} target={file} />
        {file.path !== '/' && (
          <span className="truncate text-xs text-muted">
            <bdi>{file.path}</bdi>
          </span>
        )}
      </span>
      <End
        label={t('access.closeFile', { name: file.name })}
        onClick={() =>
          onAsk({
            title: t('access.closeAsk', { name: file.name }),
            text: t('access.closeAskText'),
            done: t('access.closed', { name: file.name }),
            run: () => closeFile(spaceId, file.directory_id ?? '', file.target_id),
          })
        }
      />
    </li>
  );
}
