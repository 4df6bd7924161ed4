import { expect, it } from 'vitest';
import { latinDigits, onlyDigits, typedLogin } from './digits';

it('digits typed in Persian or Arabic are sent as Latin', () => {
  expect(latinDigits('۰۹١٢3 الف')).toBe('09123 الف');
  expect(onlyDigits('۰۹١٢3 الف')).toBe('09123');
  expect(typedLogin(' \u200f۰۹١٢3\u200e ')).toBe('09123');
});
