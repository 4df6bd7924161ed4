import { describe, expect, it } from 'vitest';
import { hasTerms, filtersOf, formatSearch, noSearch, parseSearch, type Search } from './filters';

const full: Search = {
  query: 'گزارش مالی',
  types: ['image', 'pdf'],
  owner: '42',
  created: { from: '2026-11-01', to: '2026-11-20' },
  modified: { from: null, to: '2026-11-21' },
  sizeMin: 1024,
  sizeMax: 0,
  tag: '7',
  tagValue: 'پارس',
  favorite: true,
  trash: true,
  inDirectory: '9',
  namesOnly: true,
  sort: 'name:1',
};

describe('a search', () => {
  it('comes back from its address as it was', () => {
    expect(parseSearch(formatSearch(full))).toEqual(full);
    expect(parseSearch(formatSearch(noSearch))).toEqual(noSearch);
    expect(formatSearch(noSearch)).toBe('');
  });

  it('leaves out what makes no sense in an address', () => {
    expect(parseSearch('type=image,nonsense&created=yesterday..2026-02-30&min=-4&sort=rank&value=x')).toEqual({
      ...noSearch,
      types: ['image'],
    });
  });

  it('needs words or a filter', () => {
    expect(hasTerms(noSearch)).toBe(false);
    expect(hasTerms({ ...noSearch, query: '  ' })).toBe(false);
    expect(hasTerms({ ...noSearch, inDirectory: '9', namesOnly: true })).toBe(false);
    expect(hasTerms({ ...noSearch, query: 'a' })).toBe(true);
    expect(hasTerms({ ...noSearch, sizeMin: 0 })).toBe(true);
    expect(hasTerms({ ...noSearch, modified: { from: '2026-11-01', to: null } })).toBe(true);
  });

  it('says days by their moments in Tehran', () => {
    expect(JSON.parse(JSON.stringify(filtersOf(full)))).toEqual({
      scope: 'here',
      types: ['image', 'pdf'],
      owner_id: '42',
      created_from: '2026-10-31T20:30:00.000Z',
      created_to: '2026-11-20T20:29:59.999Z',
      modified_to: '2026-11-21T20:29:59.999Z',
      size_min: 1024,
      size_max: 0,
      space_custom_field_id: '7',
      field_value: 'پارس',
      favorite: true,
      in_trash: true,
      contents: false,
    });
    expect(JSON.stringify(filtersOf(noSearch))).toBe('{}');
  });
});
