import { sendFile } from '~/api/send-file';
import type { ClientUpload } from './client-upload';

/** The longest edge in px, the bytes that the server takes at most, and how long it may take. */
const SIDE = 512;
const MOST = 512 * 1024;
const TIME = 10_000;
/** A film most often begins in the dark. */
const AT = 1;
/** How long a frame that is announced is waited for, before it is looked for again, in ms. */
const SOON = 50;

const videos = /\.(mp4|m4v|mov|webm|mkv|ogv|avi|3gp)$/i;

/** One at a time: films are heavy to decode, and uploads go on beside it. */
let last: Promise<unknown> = Promise.resolve();

/** Gives an uploaded video a small picture, made by this browser. What fails leaves the video without one. */
export function givePoster(upload: ClientUpload, file: File): void {
  const { fileId, spaceId, landedIn, outcome } = upload;
  const isVideo = upload.contentType ? upload.contentType.startsWith('video/') : videos.test(upload.key);
  if (!isVideo || !fileId || !landedIn || outcome === 'skipped') return;
  last = last
    .then(async () => {
      const frame = await frameOf(file, AbortSignal.timeout(TIME));
      if (!frame || frame.size > MOST) return;
      await sendFile(
        'PUT download/space/{space_id}/directory/{directory_id}/file/{file_id}/thumbnail',
        { path: { space_id: spaceId, directory_id: landedIn, file_id: fileId } },
        {
          file: new File([frame], 'poster.jpg', { type: 'image/jpeg' }),
          signal: AbortSignal.timeout(TIME),
          onProgress: () => undefined,
        },
      );
    })
    .catch(() => undefined);
}

/** A frame of a video as a JPEG; null when the browser cannot play it. */
async function frameOf(file: File, signal: AbortSignal): Promise<Blob | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = url;
    await happens(video, 'loadeddata', signal);
    const at = Math.min(AT, video.duration / 2);
    if (Number.isFinite(at) && at > 0) {
      video.currentTime = at;
      await happens(video, 'seeked', signal);
    }
    return await drawPoster(video, signal);
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

function happens(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(event));
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
  });
}

async function drawPoster(video: HTMLVideoElement, signal: AbortSignal): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  // A file of sound alone may call itself a video.
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  // On a busy machine the frame comes after the event that announces it. Until then nothing is drawn, which a JPEG shows as black.
  for (;;) {
    context?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const alpha = context?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data[3];
    if (alpha) break;
    if (signal.aborted || !context) return null;
    await new Promise((resolve) => setTimeout(resolve, SOON));
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}
