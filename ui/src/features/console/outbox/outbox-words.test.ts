import fs from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { withWords } from '~/i18n';
import { kindWords } from './outbox-words';

beforeAll(() => withWords(Promise.resolve(), 'consoleSystem'));

it('has words for every kind of message that the server writes', () => {
  const templates = fs.readFileSync('../app/base/mail/templates/en.txt', 'utf8');
  const kinds = [...templates.matchAll(/define "(\w+)\.subject"/g)].map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => kindWords(kind) === kind)).toEqual([]);
});
