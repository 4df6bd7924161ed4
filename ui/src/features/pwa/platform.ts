/** Whether this runs as an installed app. */
export const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** Safari on iOS installs by hand only; a recent iPad says it is a Mac, but has a touch screen. */
export const isIos = (userAgent: string, touchPoints: number) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1);

/** Public pages are for visitors, who are not asked to install anything. */
export const mayAskAt = (path: string) => !/^\/(u|download|editor|setup|trust)(\/|$)/.test(path);
