export const live = {
  looking: 'این‌ها هم این پوشه را می‌بینند: {names}',
  andMore: '{names} و {n} نفر دیگر',
  comma: '، ',
} as const;
