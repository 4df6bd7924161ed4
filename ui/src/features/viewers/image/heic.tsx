import { script } from 'virtual:isolated/heic';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { useEffect, useMemo, useRef, useState } from 'react';
import { faultText } from '~/api/fault';
import type { ViewerProps } from '~/api/content';
import type { Report } from '~/isolated/protocol';
import { t } from '~/i18n';
import { bitmapOf } from './bitmap';
import { FailureState } from '../failure-state';
import { ImagePlaceholder, ImageViewer } from './image';
import { fetchBytes } from '../isolated-bytes';
import { pageOf, useFrame } from '../use-frame';
import { WaitingState } from '../waiting-state';

/** A picture of a phone. Safari shows it; for other browsers it is decoded in a frame that can reach nothing. */
export function HeicViewer({ content, name }: ViewerProps) {
  const [bytes, setBytes] = useState<Blob | null>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [preview, setPreview] = useState<Blob | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const fetchAll = async () => {
      const blob = new Blob([await fetchBytes(content.url, stop.signal)], { type: 'image/heic' });
      if (await browserShows(blob)) setPicture(blob);
      else setBytes(blob);
    };
    fetchAll().catch((error: unknown) => !stop.signal.aborted && setFailed(faultText(error, 'preview')));
    return () => stop.abort();
  }, [content.url]);
  const url = useAddress(picture);
  const small = useAddress(preview);
  if (failed !== null) return <FailureState text={failed} />;
  if (url) return <ImageViewer content={{ ...content, url }} name={name} before={small} />;
  return (
    <>
      {small ? <ImagePlaceholder src={small} /> : <WaitingState />}
      {bytes && (
        <Decoder
          bytes={bytes}
          onPreview={setPreview}
          onPicture={setPicture}
          onFail={(why) => setFailed(t(`preview.${why}`))}
        />
      )}
    </>
  );
}

/** A picture of 50 megapixels takes a slow phone that long; the frame answers nothing meanwhile. */
const LONGEST = 60_000;

type DecoderProps = {
  bytes: Blob;
  /** The small picture that the camera put beside it. */
  onPreview: (picture: Blob) => void;
  onPicture: (picture: Blob) => void;
  onFail: (why: 'pictureBroken' | 'pictureSlow') => void;
};

function Decoder({ bytes, onPreview, onPicture, onFail }: DecoderProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = useMemo(() => pageOf(script, true), []);
  const [begun] = useState(() => performance.now());
  const follow = (report: Report) => {
    if (report.type === 'picture') {
      const { pixels, width, height, isClear, isPreview } = report;
      (isPreview ? onPreview : onPicture)(bitmapOf(pixels, width, height, isClear));
    } else if (report.type === 'trouble') onFail('pictureBroken');
  };
  useFrame(frame, {
    script,
    async show(signal) {
      const [file, wasm] = await Promise.all([bytes.arrayBuffer(), fetchBytes(wasmUrl, signal)]);
      const look = { dark: false, lang: 'fa', ground: '', brand: '', page: '' };
      return { order: { type: 'show', bytes: file, wasm, look }, transfer: [file, wasm] };
    },
    onReport: follow,
    onHang: () => performance.now() - begun > LONGEST && onFail('pictureSlow'),
    onError: () => onFail('pictureBroken'),
  });
  return <iframe ref={frame} title={t('preview.loading')} sandbox="allow-scripts" srcDoc={page} className="sr-only" />;
}

async function browserShows(blob: Blob): Promise<boolean> {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  const shows = await image.decode().then(
    () => true,
    () => false,
  );
  URL.revokeObjectURL(url);
  return shows;
}

/** An address of the blob, as long as it is shown. */
function useAddress(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
