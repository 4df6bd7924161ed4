import type { Month, Part, Sums } from './api';

const none: Sums = { invoices: 0, paid: 0, discounts: 0, tax: 0, refunded: 0, refunds: 0, net: 0 };

const plus = (a: Sums, b: Sums): Sums => ({
  invoices: a.invoices + b.invoices,
  paid: a.paid + b.paid,
  discounts: a.discounts + b.discounts,
  tax: a.tax + b.tax,
  refunded: a.refunded + b.refunded,
  refunds: a.refunds + b.refunds,
  net: a.net + b.net,
});

export const total = (all: readonly Sums[]): Sums => all.reduce(plus, none);

/** The parts of several months by their names, the one that brought the most first. */
export function byName(months: readonly Month[], kind: 'plans' | 'providers'): Part[] {
  const found = new Map<string, Part>();
  for (const part of months.flatMap((month) => month[kind]))
    found.set(part.name, { name: part.name, ...plus(found.get(part.name) ?? none, part) });
  return [...found.values()].toSorted((a, b) => b.net - a.net || a.name.localeCompare(b.name));
}

/** The height of a bar as a share of the highest one. */
export const shareOf = (value: number, months: readonly Month[]): number =>
  value / Math.max(1, ...months.flatMap(({ paid, refunds }) => [paid, refunds]));
