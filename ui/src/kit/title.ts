/** Of the title of a page, also where it is the end of a path. */
export const titleClass = 'text-lg font-bold sm:text-xl';
