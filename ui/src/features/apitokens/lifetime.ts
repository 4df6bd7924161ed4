import type { IsoDay } from '~/kit/calendar-math';
import { endOfDay } from '~/kit/calendar-math';

/** How long a token lives: some days, until a day, or as long as it is not revoked. */
export type Lifetime = '30' | '90' | '365' | 'day' | 'never';

export const lifetimes: readonly Lifetime[] = ['30', '90', '365', 'day', 'never'];

/** When it ends, as the server takes it; undefined for never. */
export function endOf(lifetime: Lifetime, chosen: IsoDay | null, now: Date, zone: string): string | undefined {
  if (lifetime === 'never') return undefined;
  if (lifetime === 'day') return chosen ? endOfDay(chosen, zone).toISOString() : undefined;
  return new Date(now.getTime() + Number(lifetime) * 86_400_000).toISOString();
}
