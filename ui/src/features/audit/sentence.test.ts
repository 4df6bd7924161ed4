import { beforeAll, describe, expect, it } from 'vitest';
import { setLang, withWords } from '~/i18n';
import { actions } from './actions';
import { formatFilter, noFilter, parseFilter, queryOf } from './filter';
import { partsOf, titleOf } from './sentence';

beforeAll(() => withWords(setLang('fa-ir'), 'audit'));

describe('events in words', () => {
  it('has words for every kind', () => {
    for (const action of Object.keys(actions)) expect(titleOf({ action }), action).not.toContain(action);
  });

  it('names what it does not know', () => {
    expect(titleOf({ action: 'moon_landing' })).toContain('moon_landing');
  });

  it('says who, by what and how often', () => {
    expect(partsOf({ action: 'sign_in', detail: { method: 'password' } })).toEqual(['با رمز عبور']);
    expect(partsOf({ action: 'sign_in', detail: { method: 'google' } })[0]).toContain('google');
    expect(partsOf({ action: 'sessions_end', detail: { count: 3 } })).toEqual(['۳ نشست']);
    const [change] = partsOf({ action: 'mobile_change', detail: { before: '09120000001', mobile: '09120000002' } });
    expect(change).toContain('۰۹۱۲۰۰۰۰۰۰۲');
    const chosen = { name: 'Team', before: 'free', method: 'business' };
    expect(partsOf({ action: 'space_plan_choose', detail: chosen })[1]).toBe('از بدون هزینه به کسب‌وکار');
    expect(partsOf({ action: 'sign_out', detail: {} })).toEqual([]);
  });
});

describe('the filter in the address', () => {
  it('comes back as it went', () => {
    const filter = { event: '', user: '12', action: 'sign_in', days: { from: '2026-03-21', to: null } };
    expect(parseFilter(formatFilter(filter))).toEqual(filter);
    expect(formatFilter(noFilter)).toBe('');
    expect(parseFilter('event=12').event).toBe('12');
    expect(queryOf(parseFilter('event=12'))).toEqual({ number: '12' });
    expect(parseFilter('event=0')).toEqual(noFilter);
  });

  it('leaves out what makes no sense', () => {
    expect(parseFilter('action=constructor&from=yesterday')).toEqual(noFilter);
  });

  it('asks for whole days in Tehran', () => {
    expect(queryOf({ ...noFilter, days: { from: '2026-03-21', to: '2026-03-21' } })).toEqual({
      from: '2026-03-20T20:30:00.000Z',
      to: expect.stringMatching(/^2026-03-21T20:(29:59|30)/),
    });
  });
});
