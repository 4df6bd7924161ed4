import { Download, Eye, History, Pencil, QrCode, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Link } from '~/api/types';
import { Fact } from '~/features/gate/facts';
import { GateFacts, GateRow } from '~/features/gate/row';
import { pathOf } from '~/features/gate/types';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import type { MenuEntry } from '~/kit/menu-items';

export type LinkAct = 'edit' | 'qr' | 'openings' | 'delete';

type Props = { link: Link; onAct: (act: LinkAct, link: Link) => void; dense?: boolean };

/** The actions on a link, as a menu. */
export function linkEntries(link: Link, onAct: Props['onAct']): MenuEntry[] {
  return [
    {
      id: 'openings',
      label: t('links.openings'),
      icon: <History size={18} />,
      onSelect: () => onAct('openings', link),
    },
    { id: 'qr', label: t('gate.qr'), icon: <QrCode size={18} />, onSelect: () => onAct('qr', link) },
    { id: 'edit', label: t('gate.edit'), icon: <Pencil size={18} />, onSelect: () => onAct('edit', link) },
    'separator',
    {
      id: 'delete',
      label: t('gate.remove'),
      icon: <Trash2 size={18} />,
      danger: true,
      onSelect: () => onAct('delete', link),
    },
  ];
}

/** One link: its item, its status and its number of uses. */
export const LinkRow = memo(function LinkRow({ link, onAct, dense }: Props) {
  return (
    <GateRow
      of={link}
      mark={{ 'data-link': link.download_id }}
      entries={linkEntries(link, onAct)}
      icon={<ItemIcon link={link} />}
      place={itemsText(link)}
      facts={<LinkFacts link={link} />}
      dense={dense}
    />
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

/** The terms of a link and its use, in short. */
export function LinkFacts({ link }: { link: Link }) {
  const { count_limit: limit, used_count: used, last_opened_at: opened } = link;
  return (
    <GateFacts
      of={link}
      usage={
        <Fact Icon={Download} title={opened ? t('links.lastOpened', { when: fullDate(opened) }) : undefined}>
          {limit === null ? t('links.used', { n: used }) : t('links.usedOf', { used, limit })}
        </Fact>
      }
    >
      {link.view_only && <Fact Icon={Eye}>{t('links.viewOnlyShort')}</Fact>}
      {link.version_number !== null && <Fact Icon={History}>{t('links.pinned', { n: link.version_number })}</Fact>}
    </GateFacts>
  );
}
