import { expect, it } from 'vitest';
import { bodyOf, newDraft, problemsOf } from './draft';

const file = { kind: 'file', id: 'f', name: 'گزارش.pdf', directoryId: 'd' } as const;

it('begins with the name, for a week', () => {
  const draft = newDraft([file], 'چند مورد');
  expect(draft.title).toBe('گزارش.pdf');
  expect(bodyOf(draft, null)).toEqual({
    title: 'گزارش.pdf',
    duration: { value: 1, unit: 'week' },
    emails: [],
    view_only: false,
    notify_opening: false,
  });
  expect(newDraft([file, { ...file, id: 'g' }], 'چند مورد').title).toBe('چند مورد');
});

it('says what is missing', () => {
  const draft = newDraft([file], '');
  const bad = {
    ...draft,
    title: ' ',
    limited: true,
    limit: '0',
    password: { on: true, text: '', had: false },
    ends: { kind: 'after', value: '', unit: 'day' },
  } as const;
  expect(problemsOf(bad, null)).toEqual({
    title: 'gate.titleNeeded',
    ends: 'gate.endsNumber',
    password: 'gate.passwordMissing',
    limit: 'links.limitNumber',
  });
  expect(problemsOf(draft, null)).toEqual({});
});

it('clears what was taken away', () => {
  const before = { ...newDraft([file], ''), password: { on: true, text: '', had: true }, limited: true };
  const after = { ...before, password: { on: false, text: '', had: true }, limited: false };
  expect(bodyOf(after, before)).toMatchObject({ password: null, count_limit: null, version_id: null });
  expect(bodyOf(before, before)).not.toHaveProperty('password');
  expect(bodyOf(before, before)).not.toHaveProperty('duration');
});
