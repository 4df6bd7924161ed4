export const live = {
  looking: 'افراد حاضر در این پوشه: {names}',
  andMore: '{names} و {n} نفر دیگر',
  comma: '، ',
  gone: 'دیگر به فضای کاری «{title}» دسترسی ندارید',
  goneUnnamed: 'دیگر به این فضای کاری دسترسی ندارید',
} as const;
