import { ImagePlus, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useUserId } from '~/api/session';
import { forgetSignature, keepSignature, keptSignatures, type Signature } from '~/api/signatures';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';
import { SegmentedControl } from '~/kit/segmented-control';
import { toast } from '~/kit/toast';
import { chosenPicture, namePicture, pngOf, trimCanvas } from './pictures';
import { drawStrokes, SignaturePad, type Stroke } from './signature-pad';

type Way = 'draw' | 'type' | 'image';

/** In pixels; sharp at any size that a signature has on paper. */
const DRAWN_WIDTH = 1600;

function drawnPicture(strokes: readonly Stroke[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = DRAWN_WIDTH;
  canvas.height = DRAWN_WIDTH;
  const pen = canvas.getContext('2d');
  if (pen) drawStrokes(pen, strokes, DRAWN_WIDTH);
  return pngOf(trimCanvas(canvas));
}

type Props = { onClose: () => void; onSign: (picture: Blob) => void };

/** A signature, drawn, typed or from a picture; it stays in this browser when the user wants so. */
export function SignatureDialog({ onClose, onSign }: Props) {
  const user = useUserId() ?? '';
  const [way, setWay] = useState<Way>('draw');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState('');
  const [image, setImage] = useState<Blob | null>(null);
  const [keep, setKeep] = useState(false);
  const [busy, setBusy] = useState(false);
  const ready = { draw: strokes.length > 0, type: name.trim() !== '', image: image !== null }[way];

  const picture = (): Promise<Blob> => {
    if (way === 'draw') return drawnPicture(strokes);
    return way === 'type' || !image ? namePicture(name.trim()) : Promise.resolve(image);
  };
  const sign = async () => {
    setBusy(true);
    const made = await picture();
    // A browser that keeps nothing must not keep the user from signing.
    if (keep) await keepSignature(user, made).catch(() => undefined);
    onSign(made);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('marks.signTitle')}
      width="md"
      calm
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" disabled={!ready} busy={busy} onClick={() => void sign()}>
            {t('marks.useSign')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <KeptSignatures user={user} onSign={onSign} />
        <SegmentedControl
          label={t('marks.signWay')}
          hideLabel
          value={way}
          onChange={setWay}
          segments={[
            { value: 'draw', label: t('marks.draw') },
            { value: 'type', label: t('marks.type') },
            { value: 'image', label: t('marks.image') },
          ]}
        />
        {way === 'draw' && (
          <div className="grid justify-items-end gap-1">
            <div className="w-full">
              <SignaturePad strokes={strokes} onChange={setStrokes} />
            </div>
            <Button
              disabled={strokes.length === 0}
              icon={<RotateCcw size={16} aria-hidden="true" />}
              onClick={() => setStrokes([])}
            >
              {t('marks.clear')}
            </Button>
          </div>
        )}
        {way === 'type' && (
          <TextField
            label={t('marks.typeName')}
            value={name}
            maxLength={60}
            autoComplete="name"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {way === 'type' && <TypedName name={name.trim()} />}
        {way === 'image' && <ChosenImage image={image} onImage={setImage} />}
        <div>
          <Checkbox label={t('marks.keep')} checked={keep} onChange={setKeep} />
          <p className="ms-8 text-xs text-muted">{t('marks.keepHint')}</p>
        </div>
      </div>
    </Dialog>
  );
}

/** The address of a picture while it is shown. */
function usePictureUrl(picture: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) {
      setUrl(null);
      return undefined;
    }
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

function Paper({ picture, alt }: { picture: Blob | null; alt: string }) {
  const url = usePictureUrl(picture);
  return (
    <div className="grid h-36 place-items-center rounded-card bg-white p-4 ring-1 ring-edge">
      {url && <img src={url} alt={alt} className="max-h-28 max-w-full object-contain" />}
    </div>
  );
}

function TypedName({ name }: { name: string }) {
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let over = false;
    if (!name) setPicture(null);
    else
      void namePicture(name).then((made) => {
        if (!over) setPicture(made);
      });
    return () => {
      over = true;
    };
  }, [name]);
  return <Paper picture={picture} alt={t('marks.signAlt')} />;
}

function ChosenImage({ image, onImage }: { image: Blob | null; onImage: (image: Blob) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    chosenPicture(file, true).then(onImage, () => toast({ title: t('marks.pictureFailed'), kind: 'error' }));
  };
  return (
    <div className="grid gap-2">
      <Paper picture={image} alt={t('marks.signAlt')} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted">{t('marks.pictureHint')}</p>
        <Button kind="outline" icon={<ImagePlus size={17} aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t('marks.choosePicture')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('marks.choosePicture')}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
    </div>
  );
}

function KeptSignatures({ user, onSign }: { user: string; onSign: (picture: Blob) => void }) {
  const [all, setAll] = useState<readonly Signature[]>([]);
  useEffect(() => {
    keptSignatures(user).then(setAll, () => undefined);
  }, [user]);
  if (all.length === 0) return null;
  const forget = (id: number) => {
    setAll(all.filter((signature) => signature.id !== id));
    void forgetSignature(id);
  };
  return (
    <section aria-label={t('marks.kept')}>
      <h3 className="mb-2 font-medium">{t('marks.kept')}</h3>
      <ul className="flex flex-wrap gap-3">
        {all.map(({ id, picture }, index) => (
          <li key={id} className="relative">
            <KeptSignature picture={picture} label={t('marks.keptSign', { n: num(index + 1) })} onSign={onSign} />
            <IconButton
              label={t('marks.removeSign', { n: num(index + 1) })}
              className="absolute -end-2 -top-2 size-7! rounded-full bg-raised shadow-card ring-1 ring-line"
              onClick={() => forget(id)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

type KeptProps = { picture: Blob; label: string; onSign: (picture: Blob) => void };

function KeptSignature({ picture, label, onSign }: KeptProps) {
  const url = usePictureUrl(picture);
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onSign(picture)}
      className="grid h-20 w-36 place-items-center rounded-card bg-white p-2 ring-1 ring-edge transition hover:ring-2 hover:ring-brand"
    >
      {url && <img src={url} alt="" className="max-h-full max-w-full object-contain" />}
    </button>
  );
}
