import { describe, expect, it } from 'vitest';
import { applyBrand, brandOf } from './brand';
import { contrast, inkOn, isHex, mix } from './contrast';

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
  });

  it('mixes as color-mix in srgb does', () => expect(mix('#ff0000', '#ffffff', 0.1)).toBe('#ffe6e6'));

  it('accepts only whole colours', () => {
    expect(isHex('#0b6b66')).toBe(true);
    expect(isHex('#fff')).toBe(false);
    expect(isHex('red')).toBe(false);
  });
});

describe('a brand', () => {
  const colours = [
    '#0b6b66',
    '#ffff00',
    '#000000',
    '#ffffff',
    '#808080',
    '#ff0000',
    '#00ff00',
    '#0000ff',
    '#f4c152',
    '#777777',
  ];

  it.each(colours)('%s keeps words readable everywhere', (colour) => {
    const brand = brandOf(colour);
    expect(contrast(inkOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
    for (const background of ['#ffffff', '#eef2f2', mix(brand.light, '#ffffff', 0.1)]) {
      expect(contrast(brand.light, background)).toBeGreaterThanOrEqual(4.5);
    }
    for (const background of ['#14191b', '#232b2e', mix(brand.dark, '#14191b', 0.14)]) {
      expect(contrast(brand.dark, background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('leaves a colour that is readable as it is', () => expect(brandOf('#0b6b66').light).toBe('#0b6b66'));

  it('is put on and taken off', () => {
    const element = document.createElement('div');
    applyBrand('#7d3fa3', '#e0a030', element);
    expect(element.style.getPropertyValue('--brand')).toBe('#7d3fa3');
    expect(element.style.getPropertyValue('--accent')).toBe('#e0a030');
    applyBrand('javascript:', null, element);
    expect(element.style.getPropertyValue('--brand')).toBe('');
  });
});
