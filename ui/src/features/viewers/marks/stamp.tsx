import { ImagePlus, Stamp } from 'lucide-react';
import { useRef } from 'react';
import { isRtl, t, type PlainKey } from '~/i18n';
import { fullDay } from '~/i18n/format';
import { Menu } from '~/kit/menu';
import { toast } from '~/kit/toast';
import { chosenPicture, stampPicture } from './pictures';

const stamps: readonly { readonly id: string; readonly label: PlainKey; readonly color: string }[] = [
  { id: 'approved', label: 'marks.approved', color: '#15803d' },
  { id: 'rejected', label: 'marks.rejected', color: '#b91c1c' },
  { id: 'draft', label: 'marks.draft', color: '#475569' },
  { id: 'confidential', label: 'marks.confidential', color: '#b91c1c' },
];

/** Widths in points. */
const STAMP_WIDTH = 130;
const PICTURE_WIDTH = 220;

type Props = { disabled: boolean; className: string; onPicture: (picture: Blob, alt: string, width: number) => void };

const dot = (color: string) => <span className="size-3 rounded-full" style={{ backgroundColor: color }} />;

/** Words in a frame with today's date, or a picture of this device. */
export function StampMenu({ disabled, className, onPicture }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    chosenPicture(file, false).then(
      (picture) => onPicture(picture, file.name, PICTURE_WIDTH),
      () => toast({ title: t('marks.pictureFailed'), kind: 'error' }),
    );
  };
  return (
    <>
      <Menu
        label={t('marks.stamp')}
        entries={[
          ...stamps.map(({ id, label, color }) => ({
            id,
            label: t(label),
            icon: dot(color),
            onSelect: () => {
              void stampPicture(t(label), fullDay(new Date()), color, isRtl()).then((picture) =>
                onPicture(picture, t(label), STAMP_WIDTH),
              );
            },
          })),
          'separator' as const,
          {
            id: 'picture',
            label: t('marks.picture'),
            icon: <ImagePlus size={18} aria-hidden="true" />,
            onSelect: () => input.current?.click(),
          },
        ]}
        trigger={
          <button type="button" className={className} disabled={disabled}>
            <Stamp size={18} aria-hidden="true" />
            {t('marks.stamp')}
          </button>
        }
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp"
        hidden
        aria-label={t('marks.picture')}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
