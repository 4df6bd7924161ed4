/** A path of this site, or that of the workspaces: a browser reads a backslash as a slash, and skips tabs and ends of lines. */
export const safePath = (wanted: string) =>
  /^\/(?![/\\])[^\\\t\n\r]*$/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/workspace';

/** Where to go after signing in: only a path of this site, never another one. */
export const safeTarget = (search: string) => safePath(new URLSearchParams(search).get('redirect_to') ?? '');
