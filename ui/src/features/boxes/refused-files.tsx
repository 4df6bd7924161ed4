import { X } from 'lucide-react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';

export interface Refusal {
  readonly name: string;
  readonly size: number;
  readonly why: 'size' | 'type';
}

const SHOWN = 8;

/** Files that the box does not take: they were not sent, and this is why. */
export function RefusedFiles(props: { refusals: readonly Refusal[]; max: number | null; onClose: () => void }) {
  const { refusals, max, onClose } = props;
  if (refusals.length === 0) return null;
  return (
    <div className="relative" data-refused>
      <Notice tone="danger" title={t('publicbox.refused', { n: refusals.length })}>
        <ul className="mt-1 grid gap-1 pe-8">
          {refusals.slice(0, SHOWN).map(({ name, size: bytes, why }, index) => (
            <li key={index} className="wrap-anywhere">
              <bdi className="font-medium">{name}</bdi>
              {' — '}
              {why === 'type'
                ? t('publicbox.badType')
                : t('publicbox.tooBig', { size: size(bytes), max: size(max ?? 0) })}
            </li>
          ))}
          {refusals.length > SHOWN && <li>{t('publicbox.andMore', { n: refusals.length - SHOWN })}</li>}
        </ul>
      </Notice>
      <IconButton label={t('common.close')} onClick={onClose} className="absolute end-1 top-1">
        <X size={17} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
