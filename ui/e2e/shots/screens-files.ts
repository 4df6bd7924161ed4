import type { Screen } from './screens';

/** Files area, preview and upload tray. */
export const filesScreens: Screen[] = [];
