import { describe, expect, it } from 'vitest';
import type { Payment } from '../api';
import { compareSlip, emptySlip, mismatches, type Slip } from './slip';

const payment = {
  currency: 'IRT',
  total: 293_700,
  reference: '881204',
  created_at: '2026-11-20T08:00:00Z',
  buyer: { name: 'شرکت پارس‌نگار' },
  user: { name: 'Sara Mohammadi' },
} as Payment;

const differs = (slip: Partial<Slip>, over: Partial<Payment> = {}) =>
  mismatches(compareSlip({ ...payment, ...over }, { ...emptySlip, ...slip }, '2026-11-25'));

describe('a receipt', () => {
  it('is compared only where it was read', () => {
    expect(compareSlip(payment, emptySlip, '2026-11-25')).toEqual({});
  });

  it('agrees in Rial, and not when the Toman were written as Rial', () => {
    expect(differs({ amount: '۲٬۹۳۷٬۰۰۰' })).toEqual([]);
    expect(differs({ amount: '293700' })).toEqual(['amount']);
    expect(differs({ amount: '2937001' })).toEqual(['amount']);
    expect(differs({ amount: 'x' })).toEqual(['amount']);
    expect(differs({ amount: '2,937.00' }, { currency: 'EUR', total: 293_700 })).toEqual([]);
  });

  it('is neither older than the order nor from tomorrow', () => {
    expect(differs({ date: '2026-11-20' })).toEqual([]);
    expect(differs({ date: '2026-11-19' })).toEqual(['date']);
    expect(differs({ date: '2026-11-26' })).toEqual(['date']);
  });

  it('has the number that the buyer typed, in any digits', () => {
    expect(differs({ reference: '۸۸۱-۲۰۴' })).toEqual([]);
    expect(differs({ reference: '881205' })).toEqual(['reference']);
    expect(differs({ reference: '881205' }, { reference: '' })).toEqual([]);
  });

  it('names the buyer or the account, with the letters of either keyboard', () => {
    expect(differs({ payer: 'پارس نگار' })).toEqual([]);
    expect(differs({ payer: 'شركت پارس نگار' })).toEqual([]);
    expect(differs({ payer: 'sara mohammadi' })).toEqual([]);
    expect(differs({ payer: 'علی رضایی' })).toEqual(['payer']);
  });
});
