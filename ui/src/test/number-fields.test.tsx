import fs from 'node:fs';
import path from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NumberField } from '~/features/console/number-field';
import { SizeFields } from '~/features/search/size-fields';
import { t, withWords } from '~/i18n';
import { TextField } from '~/kit/field';

const src = path.resolve(import.meta.dirname, '..');
const sources = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .toSorted();

/** Elements that ask for a keyboard of digits, as `file: how they take other digits`. */
function numberFields(): string[] {
  const found: string[] = [];
  for (const file of sources) {
    const code = fs.readFileSync(path.join(src, file), 'utf8');
    for (const { index } of code.matchAll(
      /\b(?:inputMode=(?:"(?:numeric|decimal|tel)"|\{[^}]*'(?:numeric|decimal|tel)')|type="tel")/g,
    )) {
      const start = Math.max(code.lastIndexOf('<TextField', index), code.lastIndexOf('<input', index));
      found.push(`${file}: ${wayOf(code.slice(start, code.indexOf('/>', index)))}`);
    }
  }
  return found.toSorted();
}

function wayOf(element: string): string {
  const way = /\b(rewriteTypedAmount|rewriteDigits|onlyDigits|readTyped|takeTime)\b/.exec(element);
  if (way) return String(way[1]);
  return /\blatin\b/.test(element) ? 'latin' : 'nothing';
}

/** Numbers that are codes, beside those that ask for digits: by the words of their label. */
const codes = [
  ['features/console/money/bank-card.tsx', "t('console.iban')"],
  ['features/console/money/bank-card.tsx', "t('console.card')"],
  ['features/console/money/seller-card.tsx', 't(`console.seller_${field}`)'],
  ['features/billing/buyer-form.tsx', 't(partName(buyer, part))'],
  ['features/billing/transfer-form.tsx', "t('billing.tracking')"],
  ['features/boxes/code-page.tsx', 'latin'],
  ['features/accounts/contact-dialog.tsx', 'latin'],
  ['features/twofactor/enrol-sms.tsx', 'latin'],
] as const;

afterEach(cleanup);

describe('fields of numbers', () => {
  it('take the digits of every keyboard: each is on this list, with the one way in which it does', () => {
    expect(numberFields()).toEqual([
      'features/accounts/contact-dialog.tsx: latin',
      'features/billing/buyer-form.tsx: latin',
      'features/console/money/bank-card.tsx: latin',
      'features/console/money/slip-table.tsx: readTyped',
      'features/console/number-field.tsx: rewriteTypedAmount',
      'features/console/people/make-dialog.tsx: latin',
      'features/links/options-part.tsx: rewriteDigits',
      'features/rewind/moment-picker.tsx: takeTime',
      'features/search/size-fields.tsx: rewriteTypedAmount',
      'features/twofactor/enrol-sms.tsx: latin',
      'kit/amount-field.tsx: onlyDigits',
      'kit/code-field.tsx: onlyDigits',
      'kit/number-field.tsx: onlyDigits',
      'page/codes/static-entry.tsx: latin',
    ]);
  });

  it.each(codes)('%s has its code in Latin digits: %s', (file, label) => {
    const code = fs.readFileSync(path.join(src, file), 'utf8');
    const at = code.indexOf(label);
    expect(at).toBeGreaterThan(0);
    const start = code.lastIndexOf('<TextField', at);
    expect(code.slice(start, code.indexOf('/>', at))).toMatch(/\blatin\b/);
  });

  it('a code becomes Latin as it is typed, and the cursor stays where it was', () => {
    const change = vi.fn();
    render(<TextField latin label="Card" onChange={(event) => change(event.currentTarget.value)} />);
    const field = screen.getByLabelText<HTMLInputElement>('Card');
    field.value = '60۳٧99';
    field.setSelectionRange(4, 4);
    fireEvent.input(field);
    expect(field.value).toBe('603799');
    expect(field.selectionStart).toBe(4);
    expect(change).toHaveBeenLastCalledWith('603799');
    expect(field).toHaveAttribute('dir', 'ltr');
  });

  it('an address takes them too, though its field has no cursor to ask for', () => {
    render(<TextField latin type="email" label="Email" />);
    const field = screen.getByLabelText<HTMLInputElement>('Email');
    fireEvent.input(field, { target: { value: 'sara۱۲@example.org' } });
    expect(field.value).toBe('sara12@example.org');
  });
});

describe('amounts', () => {
  beforeAll(() => withWords(Promise.resolve(), 'search'));

  it.each(['1.5', '۱٫۵', '١٫٥', '۱/۵', '1٫5'])(
    'a size typed as %s is one of the language, and filters by it',
    (typed) => {
      const change = vi.fn();
      render(<SizeFields min={null} max={2.5 * 1024 * 1024} onChange={change} />);
      const from = screen.getByLabelText<HTMLInputElement>(t('search.sizeFrom'));
      expect(screen.getByLabelText(t('search.sizeTo'))).toHaveValue('۲٫۵');
      fireEvent.input(from, { target: { value: typed } });
      expect(from).toHaveValue('۱٫۵');
      expect(change).toHaveBeenLastCalledWith({ sizeMin: 1.5 * 1024 * 1024 });
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('a size that is no number says so and filters nothing', () => {
    const change = vi.fn();
    render(<SizeFields min={null} max={null} onChange={change} />);
    const from = screen.getByLabelText<HTMLInputElement>(t('search.sizeFrom'));
    for (const typed of ['-5', '12a', '1.2.3']) {
      fireEvent.input(from, { target: { value: typed } });
      expect(screen.getByRole('alert')).toHaveTextContent(t('search.sizeWrong'));
      expect(change).toHaveBeenLastCalledWith({ sizeMin: null });
    }
    fireEvent.input(from, { target: { value: '' } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['1234567', '۱۲۳۴۵۶۷', '١٢٣٤٥٦٧'])(
    'a price typed as %s has the digits and separators of the language',
    (typed) => {
      const change = vi.fn();
      render(<NumberField label="Price" value={0} onChange={change} />);
      const field = screen.getByLabelText<HTMLInputElement>('Price');
      fireEvent.focus(field);
      fireEvent.input(field, { target: { value: typed } });
      expect(field).toHaveValue('۱٬۲۳۴٬۵۶۷');
      expect(change).toHaveBeenLastCalledWith(1_234_567);
    },
  );
});
