import { HardDrive, Inbox, Link2, ShieldCheck, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import type { Departure } from '~/api/types';

/** The member's data in the workspace, and what happens to it without a decision. */
export function Leftovers({ departure, you }: { departure: Departure; you: boolean }) {
  const { my_drive: drive, links, boxes, guests, custom_roles: roles } = departure;
  const lines: { id: string; icon: ReactNode; text: string }[] = [];
  const add = (id: string, icon: ReactNode, count: number, text: string) => {
    if (count > 0) lines.push({ id, icon, text });
  };
  add(
    'drive',
    <HardDrive size={17} />,
    drive.files + drive.directories,
    t('members.ownsDrive', { files: drive.files, directories: drive.directories, size: size(drive.size) }),
  );
  add('links', <Link2 size={17} />, links, t('members.ownsLinks', { n: links }));
  add('boxes', <Inbox size={17} />, boxes, t('members.ownsBoxes', { n: boxes }));
  add('guests', <UserRoundPlus size={17} />, guests, t('members.ownsGuests', { n: guests }));
  add('roles', <ShieldCheck size={17} />, roles.length, t('members.ownsRoles', { n: roles.length }));
  if (lines.length === 0)
    return <p className="text-muted">{t(you ? 'members.youOwnNothing' : 'members.ownsNothing')}</p>;
  return (
    <ul className="grid gap-2 rounded-card bg-sunken p-4">
      {lines.map(({ id, icon, text }) => (
        <li key={id} className="flex gap-3">
          <span aria-hidden="true" className="mt-0.5 shrink-0 text-muted">
            {icon}
          </span>
          <span className="min-w-0 text-pretty">{text}</span>
        </li>
      ))}
    </ul>
  );
}
