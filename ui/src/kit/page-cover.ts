const COVERS = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether a dialog or a menu lies over the page, to which keys belong then; with `lists`, a list of choices, too. */
export const isPageCovered = ({ lists = false } = {}): boolean =>
  document.querySelector(lists ? `${COVERS}, [role=listbox]` : COVERS) !== null;
