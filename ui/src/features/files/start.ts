/** Asks for a name and makes a folder in the directory that is shown. */
export function newFolder() {}
