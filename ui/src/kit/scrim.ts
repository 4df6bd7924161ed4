/** The layer between the page and an open dialog or sheet. A file of its own, so that menus do not import dialogs. */
export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
