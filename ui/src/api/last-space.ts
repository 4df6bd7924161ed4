const key = 'last_space';

/** The workspace that was opened last in this browser, or null. It may not be one of this user's. */
export const lastSpace = () => localStorage.getItem(key);

export const rememberSpace = (spaceId: string) => localStorage.setItem(key, spaceId);
