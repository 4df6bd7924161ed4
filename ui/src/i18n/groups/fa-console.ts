export { console } from '../fa/console';
export { consoleSystem } from '../fa/console-system';
export { consolePeople } from '../fa/console-people';
export { connections } from '../fa/connections';
export { recoverySheet } from '../fa/recovery-sheet';
