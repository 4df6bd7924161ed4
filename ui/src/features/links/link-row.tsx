import {
  CalendarClock,
  Copy,
  Download,
  EllipsisVertical,
  Eye,
  History,
  Infinity as Forever,
  KeyRound,
  Mail,
  Pencil,
  QrCode,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { Fact } from '~/features/gate/facts';
import { StatusBadge } from '~/features/gate/status-badge';
import { pathOf } from '~/features/gate/types';
import { t } from '~/i18n';
import { dateTime, fullDate, when } from '~/i18n/format';
import { copyText } from '~/kit/copy-text';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { toast } from '~/kit/toast';
import type { Link } from '~/api/types';

export type LinkAct = 'edit' | 'qr' | 'openings' | 'delete';

type Props = { link: Link; onAct: (act: LinkAct, link: Link) => void; dense?: boolean };

/** One link: what it opens, whether it still does, how often it was used. */
export const LinkRow = memo(function LinkRow({ link, onAct, dense }: Props) {
  const entries = [
    {
      id: 'openings',
      label: t('links.openings'),
      icon: <History size={18} />,
      onSelect: () => onAct('openings', link),
    },
    { id: 'qr', label: t('gate.qr'), icon: <QrCode size={18} />, onSelect: () => onAct('qr', link) },
    { id: 'edit', label: t('gate.edit'), icon: <Pencil size={18} />, onSelect: () => onAct('edit', link) },
    'separator' as const,
    {
      id: 'delete',
      label: t('gate.remove'),
      icon: <Trash2 size={18} />,
      danger: true,
      onSelect: () => onAct('delete', link),
    },
  ];
  return (
    <li className="flex items-start gap-3 bg-surface px-3 py-3 sm:px-4" data-link={link.download_id}>
      {!dense && <ItemIcon link={link} />}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-semibold">{link.title}</bdi>
          <StatusBadge status={link.status} />
        </p>
        {!dense && <p className="truncate text-muted">{itemsText(link)}</p>}
        <Facts link={link} />
      </div>
      <IconButton
        label={t('gate.copyAddress')}
        onClick={() => {
          copyText(link.url);
          toast({ title: t('gate.copied'), kind: 'success' });
        }}
      >
        <Copy size={18} aria-hidden="true" />
      </IconButton>
      <Menu
        label={link.title}
        align="end"
        entries={entries}
        trigger={
          <button
            type="button"
            aria-label={t('gate.moreOf', { title: link.title })}
            className={iconButtonClass('-ms-2')}
          >
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
    </li>
  );
});

function ItemIcon({ link }: { link: Link }) {
  const [item] = link.items;
  const type =
    !item || link.items.length > 1 ? 'archive' : item.target_type === 'folder' ? 'folder' : fileType(item.name, '');
  return <FileIcon type={type} size="md" className="mt-0.5" />;
}

function itemsText({ items }: Link) {
  const [item] = items;
  if (!item) return t('gate.somewhere');
  if (items.length > 1) return t('links.nItems', { n: items.length });
  return <bdi>{pathOf(item)}</bdi>;
}

function Facts({ link }: { link: Link }) {
  const { count_limit: limit, used_count: used, expire_at: end } = link;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Fact
        Icon={Download}
        title={link.last_opened_at ? t('links.lastOpened', { when: fullDate(link.last_opened_at) }) : undefined}
      >
        {limit === null ? t('links.used', { n: used }) : t('links.usedOf', { used, limit })}
      </Fact>
      <Fact Icon={end ? CalendarClock : Forever} title={end ? fullDate(end) : undefined}>
        {end
          ? t(link.status === 'expired' ? 'gate.endedAt' : 'gate.until', { when: dateTime(end) })
          : t('gate.forever')}
      </Fact>
      {link.has_password && <Fact Icon={KeyRound}>{t('gate.withPassword')}</Fact>}
      {link.emails.length > 0 && (
        <Fact Icon={Mail} title={link.emails.join('\n')}>
          {t('gate.nEmails', { n: link.emails.length })}
        </Fact>
      )}
      {link.view_only && <Fact Icon={Eye}>{t('links.viewOnlyShort')}</Fact>}
      {link.version_number !== null && <Fact Icon={History}>{t('links.pinned', { n: link.version_number })}</Fact>}
      <span title={fullDate(link.created_at)}>
        {t('gate.madeBy', { name: link.created_by.name, when: when(link.created_at) })}
      </span>
    </div>
  );
}
