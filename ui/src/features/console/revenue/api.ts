import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';
import type { AdminRevenue, AdminRevenueMonth, AdminRevenuePart } from '~/api/types.gen';
import { isRtl } from '~/i18n';

export type Revenue = AdminRevenue;
export type Month = AdminRevenueMonth;
export type Part = AdminRevenuePart;
export type Sums = Omit<Part, 'name'>;
export type Currency = Revenue['currency'];

/** Months are those of the calendar that the dates of the page are in. */
const queryOf = (currency: string) => ({
  calendar: isRtl() ? ('persian' as const) : ('gregorian' as const),
  ...(currency && { currency }),
});

/** The last twelve months, in one currency; in that of the settings without one. */
export function useRevenue(currency: string) {
  const query = queryOf(currency);
  return useQuery({
    queryKey: keyOf('console-revenue', query.calendar, currency),
    queryFn: () => api.get('admin/revenue', { query }),
  });
}

export const saveRevenue = (currency: string) =>
  saveFile('GET admin/revenue/export', { query: queryOf(currency) }, 'revenue.csv');
