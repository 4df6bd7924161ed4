import { expect, it } from 'vitest';
import { svgSize } from './svg-size';

it.each([
  ['<svg xmlns="x" width="40" height="30px" viewBox="0 0 4 3">', { width: 40, height: 30 }],
  ['<?xml version="1.0"?><svg viewBox="0 0 480 320">', { width: 480, height: 320 }],
  ['<svg width="100%" height="100%" viewBox="0,0,24,24">', { width: 24, height: 24 }],
  ['<svg stroke-width="2">', null],
  ['no drawing', null],
])('%s', (text, size) => expect(svgSize(text)).toEqual(size));
