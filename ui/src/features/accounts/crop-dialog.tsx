import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { percent } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';
import { saveAvatar } from './api';
import { CropFrame } from './crop-frame';
import { MOST, squareOf, whole, zoomCrop, type Crop, type Size } from './crop';

/** As large as it is ever shown, and once more for dense screens. */
const SIDE = 512;

/** The square as a file of its own. */
async function cut(image: HTMLImageElement, size: Size, crop: Crop, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const { left, top, side } = squareOf(size, crop);
  const pen = canvas.getContext('2d');
  if (pen) pen.imageSmoothingQuality = 'high';
  pen?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!blob) throw new Error('the picture could not be cut');
  return blob;
}

type Loaded = { image: HTMLImageElement; size: Size };

/** The picture once it is read; null when it is none. */
function usePicture(src: string): Loaded | null | undefined {
  const [loaded, setLoaded] = useState<Loaded | null>();
  useEffect(() => {
    const image = new Image();
    image.src = src;
    image.decode().then(
      () => setLoaded({ image, size: { width: image.naturalWidth, height: image.naturalHeight } }),
      () => setLoaded(null),
    );
  }, [src]);
  return loaded;
}

/** Which part of the picture is to be seen. */
export function CropDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [src] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(src), [src]);
  const loaded = usePicture(src);
  const [crop, setCrop] = useState(whole);
  const { busy, problem, attempt } = useAttempt();
  const latest = useRef(crop);
  latest.current = crop;
  const save = async () => {
    if (!loaded) return;
    const done = await attempt(async () => saveAvatar(await cut(loaded.image, loaded.size, latest.current, file.type)));
    if (done) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('profile.cropTitle')}
      description={t('profile.cropText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} disabled={!loaded} onClick={() => void save()}>
            {t('profile.cropSave')}
          </Button>
        </>
      }
    >
      {loaded === undefined && (
        <div className="grid h-80 place-items-center text-muted">
          <Spinner />
        </div>
      )}
      {loaded === null && <Notice tone="danger">{t('profile.cropUnreadable')}</Notice>}
      {loaded && (
        <div className="grid gap-4 pt-1">
          <CropFrame src={src} size={loaded.size} crop={crop} onChange={setCrop} />
          <Zoom zoom={crop.zoom} onChange={(zoom) => setCrop(zoomCrop(loaded.size, crop, zoom))} />
          {problem && <Notice tone="danger">{problem}</Notice>}
        </div>
      )}
    </Dialog>
  );
}

function Zoom({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  return (
    <div className="mx-auto flex w-full max-w-72 items-center gap-1">
      <IconButton label={t('profile.zoomOut')} disabled={zoom <= 1} onClick={() => onChange(zoom / 1.25)}>
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        min={1}
        max={MOST}
        step={0.01}
        value={zoom}
        aria-label={t('profile.zoom')}
        aria-valuetext={percent(zoom)}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
        className="h-11 min-w-0 flex-1 accent-brand"
      />
      <IconButton label={t('profile.zoomIn')} disabled={zoom >= MOST} onClick={() => onChange(zoom * 1.25)}>
        <Plus size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
