import { Files, FolderOpen, Inbox, Pencil, QrCode, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Box } from '~/api/types';
import { Fact } from '~/features/gate/facts';
import { GateFacts, GateRow } from '~/features/gate/row';
import { pathOf } from '~/features/gate/types';
import { num, t } from '~/i18n';
import { fullDate, size } from '~/i18n/format';

export type BoxAct = 'edit' | 'qr' | 'files' | 'open' | 'delete';

type Props = { box: Box; onAct: (act: BoxAct, box: Box) => void; dense?: boolean };

/** One box: its folder, its status and the number of files received. */
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
    <GateRow
      of={box}
      mark={{ 'data-box': box.upload_id }}
      entries={entries}
      icon={
        <span
          aria-hidden="true"
          className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand"
        >
          <Inbox size={20} />
        </span>
      }
      place={<bdi>{pathOf(box.target) || t('gate.somewhere')}</bdi>}
      facts={<Facts box={box} />}
      dense={dense}
    />
  );
});

function Facts({ box }: { box: Box }) {
  const { files_count: count, last_file_at: last, retention } = box;
  return (
    <GateFacts
      of={box}
      usage={
        <Fact Icon={Files} title={last ? t('boxes.lastFile', { when: fullDate(last) }) : undefined}>
          {count > 0 ? `${t('boxes.nFiles', { n: count })} · ${size(box.files_size)}` : t('boxes.noFiles')}
        </Fact>
      }
      retention={
        retention && (
          <Fact Icon={Trash2}>
            {t('boxes.keptFor', { length: `${num(retention.value)} ${t(`gate.${retention.unit}`)}` })}
          </Fact>
        )
      }
    />
  );
}
