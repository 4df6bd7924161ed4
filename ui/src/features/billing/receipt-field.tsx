import { Camera, FileText, Trash2, Upload } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { useMedia } from '~/kit/use-media';

const types = ['image/jpeg', 'image/png', 'application/pdf'];
const MOST = 10 * 2 ** 20;

type Props = { file: File | null; error: string; onChange: (file: File | null, problem: string) => void };

/** An address for the picture that was chosen. */
function usePicture(file: File | null): string | null {
  const url = useMemo(() => (file?.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

/** The receipt of a transfer: dropped, chosen, or taken with the camera. */
export function ReceiptField({ file, error, onChange }: Props) {
  const choice = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const touch = useMedia('(pointer: coarse)');
  const picture = usePicture(file);
  const note = useId();
  const chooseFile = (next: File | undefined) => {
    if (!next) return;
    if (!types.includes(next.type)) return onChange(null, t('billing.receiptType'));
    if (next.size > MOST) return onChange(null, t('billing.receiptSize'));
    onChange(next, '');
  };
  const input = {
    type: 'file',
    tabIndex: -1,
    className: 'sr-only',
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      chooseFile(event.currentTarget.files?.[0]);
      event.currentTarget.value = '';
    },
  };
  return (
    <div className="grid gap-1.5">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button has the focus */}
      <div
        role="group"
        aria-label={t('billing.receipt')}
        aria-describedby={note}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          chooseFile(event.dataTransfer?.files[0]);
        }}
        className={cx(
          'rounded-card border border-dashed p-4 transition',
          over ? 'border-brand bg-brand-soft' : error ? 'border-danger' : 'border-edge bg-sunken',
        )}
      >
        {file ? (
          <div className="flex items-center gap-4">
            {picture ? (
              <img src={picture} alt="" className="size-20 shrink-0 rounded-control bg-surface object-cover" />
            ) : (
              <span className="grid size-20 shrink-0 place-items-center rounded-control bg-surface text-muted">
                <FileText size={28} aria-hidden="true" />
              </span>
            )}
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">
                <bdi>{file.name}</bdi>
              </p>
              <p className="text-xs text-muted">{size(file.size)}</p>
            </div>
            <IconButton label={t('billing.remove')} onClick={() => onChange(null, '')}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </div>
        ) : (
          <div className="grid justify-items-center gap-3 py-3 text-center">
            <p className="text-muted">{t('billing.receiptDrop')}</p>
            <div className="flex flex-wrap justify-center gap-2">
              <Button
                kind="outline"
                icon={<Upload size={17} aria-hidden="true" />}
                onClick={() => choice.current?.click()}
              >
                {t('billing.receiptChoose')}
              </Button>
              {touch && (
                <Button
                  kind="outline"
                  icon={<Camera size={17} aria-hidden="true" />}
                  onClick={() => camera.current?.click()}
                >
                  {t('billing.receiptPhoto')}
                </Button>
              )}
            </div>
          </div>
        )}
        <input {...input} ref={choice} aria-label={t('billing.receipt')} accept={types.join(',')} />
        {touch && (
          <input
            {...input}
            ref={camera}
            aria-label={t('billing.receiptPhoto')}
            accept="image/jpeg"
            capture="environment"
          />
        )}
      </div>
      <p id={note} role={error ? 'alert' : undefined} className={cx('text-xs', error ? 'text-danger' : 'text-muted')}>
        {error || t('billing.receiptHint')}
      </p>
    </div>
  );
}
