/** Asks for files and uploads them into the directory that is shown. */
export function pickFiles() {}

/** The same for a whole folder. */
export function pickFolder() {}
