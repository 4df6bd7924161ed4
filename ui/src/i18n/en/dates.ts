import type { Dict } from '../types';

export const dates = {
  anyDate: 'Any time',
  from: 'from {day}',
  until: 'until {day}',
  range: '{from} – {to}',
  today: 'Today',
  lastWeek: 'Last 7 days',
  lastMonth: 'Last 30 days',
  clearDate: 'Any time',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  day: 'Day',
  time: 'Time',
  pick: 'Choose a day',
} as const satisfies Dict['dates'];
