export { console } from '../fa/console';
export { consoleSystem } from '../fa/console-system';
export { consoleGrowth } from '../fa/console-growth';
export { consolePeople } from '../fa/console-people';
export { connections } from '../fa/connections';
export { recoverySheet } from '../fa/recovery-sheet';
export { tier } from '../fa/tier';
