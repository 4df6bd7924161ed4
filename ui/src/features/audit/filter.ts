import { endOfDay, isIsoDay, startOfDay, type IsoDay } from '~/kit/calendar-math';
import { actions } from './actions';

/** The filters of the log. */
export interface Filter {
  /** The number of one event. */
  readonly event: string;
  readonly user: string;
  readonly action: string;
  readonly days: { readonly from: IsoDay | null; readonly to: IsoDay | null };
}

const ZONE = 'Asia/Tehran';

export const noFilter: Filter = { event: '', user: '', action: '', days: { from: null, to: null } };

const dayOf = (text: string | null) => (text && isIsoDay(text) ? text : null);

/** The filter in an address; invalid parts are ignored. */
export function parseFilter(search: string): Filter {
  const params = new URLSearchParams(search);
  const action = params.get('action') ?? '';
  const event = params.get('event') ?? '';
  return {
    event: /^[1-9]\d{0,14}$/.test(event) ? event : '',
    user: params.get('user') ?? '',
    action: Object.hasOwn(actions, action) ? action : '',
    days: { from: dayOf(params.get('from')), to: dayOf(params.get('to')) },
  };
}

export function formatFilter({ event, user, action, days }: Filter): string {
  const parts = { event, user, action, from: days.from ?? '', to: days.to ?? '' };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value)).toString();
}

export const isFiltered = (filter: Filter) => formatFilter(filter) !== '';

/** As the server takes it: days become moments. */
export function queryOf({ event, user, action, days }: Filter): Record<string, string> {
  const query = {
    number: event,
    user_id: user,
    action,
    from: days.from ? startOfDay(days.from, ZONE).toISOString() : '',
    to: days.to ? endOfDay(days.to, ZONE).toISOString() : '',
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}
