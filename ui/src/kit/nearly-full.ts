/** Whether storage, or another allowance, runs out: a warning is shown from here on. */
export const isNearlyFull = (used: number, total: number): boolean => used >= 0.9 * total;
