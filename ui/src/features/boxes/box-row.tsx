import {
  CalendarClock,
  Copy,
  EllipsisVertical,
  Files,
  FolderOpen,
  Inbox,
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
import { num, t } from '~/i18n';
import { dateTime, fullDate, size, when } from '~/i18n/format';
import { copyText } from '~/kit/copy-text';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { toast } from '~/kit/toast';
import type { Box } from '~/api/types';

export type BoxAct = 'edit' | 'qr' | 'files' | 'open' | 'delete';

type Props = { box: Box; onAct: (act: BoxAct, box: Box) => void; dense?: boolean };

/** One box: on which folder, whether it is open, what came in. */
export const BoxRow = memo(function BoxRow({ box, onAct, dense }: Props) {
  const act = (id: BoxAct, label: string, Icon: typeof Inbox) => ({
    id,
    label,
    icon: <Icon size={18} />,
    onSelect: () => onAct(id, box),
  });
  const entries = [
    act('files', t('boxes.files'), Files),
    ...(dense ? [] : [act('open', t('boxes.openFolder'), FolderOpen)]),
    act('qr', t('boxes.codeAndQr'), QrCode),
    act('edit', t('gate.edit'), Pencil),
    'separator' as const,
    { ...act('delete', t('gate.remove'), Trash2), danger: true },
  ];
  return (
    <li className="flex items-start gap-3 bg-surface px-3 py-3 sm:px-4" data-box={box.upload_id}>
      {!dense && (
        <span
          aria-hidden="true"
          className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand"
        >
          <Inbox size={20} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-semibold">{box.title}</bdi>
          <StatusBadge status={box.status} />
        </p>
        {!dense && (
          <p className="truncate text-muted">
            <bdi>{pathOf(box.target) || t('gate.somewhere')}</bdi>
          </p>
        )}
        <Facts box={box} />
      </div>
      <IconButton
        label={t('gate.copyAddress')}
        onClick={() => {
          copyText(box.url);
          toast({ title: t('gate.copied'), kind: 'success' });
        }}
      >
        <Copy size={18} aria-hidden="true" />
      </IconButton>
      <Menu
        label={box.title}
        align="end"
        entries={entries}
        trigger={
          <button
            type="button"
            aria-label={t('gate.moreOf', { title: box.title })}
            className={iconButtonClass('-ms-2')}
          >
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
    </li>
  );
});

function Facts({ box }: { box: Box }) {
  const came =
    box.files_count > 0 ? `${t('boxes.nFiles', { n: box.files_count })} · ${size(box.files_size)}` : t('boxes.noFiles');
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <Fact
        Icon={Files}
        title={box.last_file_at ? t('boxes.lastFile', { when: fullDate(box.last_file_at) }) : undefined}
      >
        {came}
      </Fact>
      <Fact Icon={CalendarClock} title={fullDate(box.expire_at)}>
        {t(box.status === 'expired' ? 'gate.endedAt' : 'gate.until', { when: dateTime(box.expire_at) })}
      </Fact>
      {box.retention && (
        <Fact Icon={Trash2}>
          {t('boxes.keptFor', { length: `${num(box.retention.value)} ${t(`gate.${box.retention.unit}`)}` })}
        </Fact>
      )}
      {box.has_password && <Fact Icon={KeyRound}>{t('gate.withPassword')}</Fact>}
      {box.emails.length > 0 && (
        <Fact Icon={Mail} title={box.emails.join('\n')}>
          {t('gate.nEmails', { n: box.emails.length })}
        </Fact>
      )}
      <span title={fullDate(box.created_at)}>
        {t('gate.madeBy', { name: box.created_by.name, when: when(box.created_at) })}
      </span>
    </div>
  );
}
