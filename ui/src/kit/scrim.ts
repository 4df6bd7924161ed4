/** What lies over the page while a dialog or a sheet is open. Apart, so that a menu on a phone brings no dialogs. */
export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
