/** Text is drawn this much larger than it is shown, so that it stays sharp in print. */
const SHARP = 4;
const FAMILY = "'Vazirmatn Variable', Vazirmatn, sans-serif";

/** Letters that the standard font of PDFs has: others would come out unshaped, or not at all. */
export const isPlain = (text: string) => /^[\n\r\u0020-\u007e\u00a0-\u00ff]*$/.test(text);

const strong = /[\p{L}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  return { canvas, pen };
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });

interface TextLook {
  readonly color: string;
  /** In points, as everything here. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** A mark of text as a picture: letters joined, and each line in its own direction. */
export async function textPicture(text: string, { color, size, width, height }: TextLook): Promise<ImageBitmap> {
  await document.fonts.load(`${size * SHARP}px ${FAMILY}`, text);
  const { canvas, pen } = canvasOf(width * SHARP, height * SHARP);
  const lines = text.split('\n');
  const step = canvas.height / lines.length;
  pen.font = `${size * SHARP}px ${FAMILY}`;
  pen.fillStyle = color;
  pen.textBaseline = 'middle';
  lines.forEach((line, index) => {
    const first = strong.exec(line)?.[0] ?? '';
    const rtl = rightToLeft.test(first);
    pen.direction = rtl ? 'rtl' : 'ltr';
    pen.textAlign = rtl ? 'right' : 'left';
    pen.fillText(line, rtl ? canvas.width : 0, step * (index + 0.5), canvas.width);
  });
  return createImageBitmap(canvas);
}

/** A stamp: a word in a tilted frame, with the day below. */
export async function stampPicture(word: string, day: string, color: string, rtl: boolean): Promise<Blob> {
  const large = 34 * SHARP;
  const small = 15 * SHARP;
  await Promise.all([
    document.fonts.load(`700 ${large}px ${FAMILY}`, word),
    document.fonts.load(`500 ${small}px ${FAMILY}`, day),
  ]);
  const probe = canvasOf(1, 1).pen;
  probe.font = `700 ${large}px ${FAMILY}`;
  const inner = Math.max(probe.measureText(word).width, 110 * SHARP) + 40 * SHARP;
  const tall = 96 * SHARP;
  const tilt = -0.06;
  const { canvas, pen } = canvasOf(inner + tall * 0.1 + 8 * SHARP, tall + inner * 0.07 + 8 * SHARP);
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate(tilt);
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = 3.5 * SHARP;
  pen.beginPath();
  pen.roundRect(-inner / 2, -tall / 2, inner, tall, 10 * SHARP);
  pen.stroke();
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.direction = rtl ? 'rtl' : 'ltr';
  pen.font = `700 ${large}px ${FAMILY}`;
  pen.fillText(word, 0, -tall * 0.12);
  pen.font = `500 ${small}px ${FAMILY}`;
  pen.fillText(day, 0, tall * 0.27);
  return pngOf(canvas);
}

const HAND = `'Segoe Script', 'Snell Roundhand', 'Bradley Hand', ${FAMILY}`;

/** A typed name, leaning like handwriting. */
export async function namePicture(name: string): Promise<Blob> {
  const size = 48 * SHARP;
  const font = `500 ${size}px ${HAND}`;
  await document.fonts.load(font, name);
  const probe = canvasOf(1, 1).pen;
  probe.font = font;
  const width = probe.measureText(name).width;
  const rtl = rightToLeft.test(strong.exec(name)?.[0] ?? '');
  const { canvas, pen } = canvasOf(width + size * 0.8, size * 1.9);
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.transform(1, 0, rtl ? 0.14 : -0.2, 1, 0, 0);
  pen.font = font;
  pen.fillStyle = '#1e3a8a';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.direction = rtl ? 'rtl' : 'ltr';
  pen.fillText(name, 0, 0);
  return pngOf(trimCanvas(canvas));
}

/** Without the empty edges; a small rim stays. */
export function trimCanvas(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  if (!data) return canvas;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 8) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) return canvas;
  const rim = 6;
  const smaller = canvasOf(right - left + 1 + 2 * rim, bottom - top + 1 + 2 * rim);
  smaller.pen.drawImage(canvas, rim - left, rim - top);
  return smaller.canvas;
}

/** No picture is kept larger than this, in pixels of its longer side. */
const LARGEST = 2000;

/** A picture that somebody chose, as PNG; with `ink` its white background becomes transparent. */
export async function chosenPicture(file: Blob, ink: boolean): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
  const { canvas, pen } = canvasOf(bitmap.width * scale, bitmap.height * scale);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  if (!ink) return pngOf(canvas);
  const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    const light = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    // Paper is seldom quite white: from 150 on it fades, from 215 on it is gone.
    const share = Math.min(1, Math.max(0, (215 - light) / 65));
    data[at + 3] = (data[at + 3] ?? 0) * share;
  }
  pen.putImageData(picture, 0, 0);
  return pngOf(trimCanvas(canvas));
}
