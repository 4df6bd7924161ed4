/** The part of a picture inside a square frame. */
export interface Crop {
  /** The middle of the frame in the picture, as shares of its width and height. */
  readonly x: number;
  readonly y: number;
  /** 1: as much as fits. */
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MOST = 5;

export const whole: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop) => Math.min(width, height) / zoom;

/** The frame never leaves the picture. */
function keepInside(size: Size, crop: Crop): Crop {
  const zoom = between(crop.zoom, 1, MOST);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  const [x, y] = [half / size.width, half / size.height];
  return { x: between(crop.x, x, 1 - x), y: between(crop.y, y, 1 - y), zoom };
}

/** Moves the picture in the frame, by shares of the side of the frame. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(size, crop);
  return keepInside(size, { ...crop, x: crop.x - (dx * side) / size.width, y: crop.y - (dy * side) / size.height });
}

export const zoomCrop = (size: Size, crop: Crop, zoom: number): Crop => keepInside(size, { ...crop, zoom });

/** The square in pixels of the picture. */
export function squareOf(size: Size, crop: Crop) {
  const side = sideOf(size, crop);
  return { left: crop.x * size.width - side / 2, top: crop.y * size.height - side / 2, side };
}
