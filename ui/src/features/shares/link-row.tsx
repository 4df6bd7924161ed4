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
import { Fact } from '~/features/links/facts';
import { StatusBadge } from '~/features/links/status-badge';
import { pathOf } from '~/features/links/types';
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
      label: t('shares.openings'),
      icon: <History size={18} />,
      onSelect: () => onAct('openings', link),
    },
    { id: 'qr', label: t('links.qr'), icon: <QrCode size={18} />, onSelect: () => onAct('qr', link) },
    { id: 'edit', label: t('links.edit'), icon: <Pencil size={18} />, onSelect: () => onAct('edit', link) },
    'separator' as const,
    {
      id: 'delete',
      label: t('links.remove'),
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
        label={t('links.copyAddress')}
        onClick={() => {
          copyText(link.url);
          toast({ title: t('links.copied'), kind: 'success' });
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
            aria-label={t('links.moreOf', { title: link.title })}
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
  if (!item) return t('links.somewhere');
  if (items.length > 1) return t('shares.nItems', { n: items.length });
  return <bdi>{pathOf(item)}</bdi>;
}

function Facts({ link }: { link: Link }) {
  const { count_limit: limit, used_count: used, expire_at: end } = link;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Fact
        Icon={Download}
        title={link.last_opened_at ? t('shares.lastOpened', { when: fullDate(link.last_opened_at) }) : undefined}
      >
        {limit === null ? t('shares.used', { n: used }) : t('shares.usedOf', { used, limit })}
      </Fact>
      <Fact Icon={end ? CalendarClock : Forever} title={end ? fullDate(end) : undefined}>
        {end
          ? t(link.status === 'expired' ? 'links.endedAt' : 'links.until', { when: dateTime(end) })
          : t('links.forever')}
      </Fact>
      {link.has_password && <Fact Icon={KeyRound}>{t('links.withPassword')}</Fact>}
      {link.emails.length > 0 && (
        <Fact Icon={Mail} title={link.emails.join('\n')}>
          {t('links.nEmails', { n: link.emails.length })}
        </Fact>
      )}
      {link.view_only && <Fact Icon={Eye}>{t('shares.viewOnlyShort')}</Fact>}
      {link.version_number !== null && <Fact Icon={History}>{t('shares.pinned', { n: link.version_number })}</Fact>}
      <span title={fullDate(link.created_at)}>
        {t('links.madeBy', { name: link.created_by.name, when: when(link.created_at) })}
      </span>
    </div>
  );
}
