/** The address after signing in when no other was asked for; it leads to a workspace. */
export const home = '/';

/** A path of this site, or home: a browser reads a backslash as a slash, and skips tabs and ends of lines. */
export const safePath = (wanted: string) =>
  /^\/(?![/\\])[^\\\t\n\r]*$/.test(wanted) && !wanted.startsWith('/login') ? wanted : home;

/** Where to go after signing in: only a path of this site, never another one. */
export const safeTarget = (search: string) => safePath(new URLSearchParams(search).get('redirect_to') ?? '');

/** The login page, which leads on to a path. */
export const loginPath = (path: string) => `/login?redirect_to=${encodeURIComponent(path)}`;
