export { console } from '../en/console';
export { consoleSystem } from '../en/console-system';
export { consoleGrowth } from '../en/console-growth';
export { consolePeople } from '../en/console-people';
export { connections } from '../en/connections';
export { recoverySheet } from '../en/recovery-sheet';
export { tier } from '../en/tier';
