type Rgb = [number, number, number];

export const isHex = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

const channels = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const hexOf = (rgb: Rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** `share` of a over b, in sRGB, as color-mix(in srgb) does it. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [channels(a), channels(b)];
  return hexOf(x.map((value, index) => value * share + (y[index] ?? 0) * (1 - share)) as Rgb);
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is easier to read on the colour. One of them always reaches 4.5. */
export const inkOn = (hex: string) => (contrast(hex, '#ffffff') >= 4.5 ? '#ffffff' : '#000000');

/** The colour, moved towards white or black just until it can be read on every one of the backgrounds. */
export function readable(hex: string, towards: string, backgrounds: (colour: string) => string[], ratio = 4.5): string {
  for (let step = 0; step <= 50; step += 1) {
    const colour = mix(towards, hex, step / 50);
    if (backgrounds(colour).every((background) => contrast(colour, background) >= ratio)) return colour;
  }
  return towards;
}
