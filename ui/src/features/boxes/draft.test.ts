import { expect, it } from 'vitest';
import type { Box } from '~/api/types';
import { bodyOf, newDraft, draftFromBox, problemsOf } from './draft';

it('sends a new box', () => {
  const draft = { ...newDraft('مدارک'), groups: ['image'], endings: ['psd'], hasSizeLimit: true } as const;
  expect(bodyOf(draft, null)).toEqual({
    title: 'مدارک',
    description: '',
    duration: { value: 1, unit: 'week' },
    max_file_size: 100 * 2 ** 20,
    allowed_file_types: ['image', 'psd'],
    emails: [],
    per_visitor: false,
  });
});

it('keeps what was not touched, and clears what was taken away', () => {
  const box = {
    title: 'مدارک',
    description: '',
    expire_at: '2030-01-01T00:00:00Z',
    retention: { value: 3, unit: 'month' },
    max_file_size: 2 * 2 ** 30,
    allowed_file_types: ['pdf', 'psd'],
    has_password: true,
    emails: [],
    per_visitor: true,
  } as unknown as Box;
  const before = draftFromBox(box);
  expect(before).toMatchObject({
    size: { value: '2', unit: 'GB' },
    groups: ['pdf'],
    endings: ['psd'],
    keepsForever: false,
  });
  expect(bodyOf(before, before)).not.toHaveProperty('expire_at');
  expect(bodyOf({ ...before, hasSizeLimit: false, keepsForever: true }, before)).toMatchObject({
    max_file_size: null,
    retention: null,
  });
});

it('says what is wrong', () => {
  const bad = { ...newDraft(''), ends: { kind: 'after', value: '9', unit: 'month' }, hasSizeLimit: true } as const;
  expect(problemsOf({ ...bad, size: { value: '', unit: 'MB' } }, null)).toEqual({
    title: 'gate.titleNeeded',
    ends: 'gate.endsLong',
    size: 'gate.endsNumber',
  });
});
