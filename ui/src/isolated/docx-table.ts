import { Plugin, type Command } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable, selectedRect } from 'prosemirror-tables';

/** Begins a row after the last cell of a table, as Word does. */
export const rowAfterLast: Command = (state, dispatch, view) => {
  if (!isInTable(state) || goToNextCell(1)(state)) return false;
  const { map, bottom, right } = selectedRect(state);
  if (bottom !== map.height || right !== map.width) return false;
  if (!dispatch || !view) return true;
  addRowAfter(state, dispatch);
  return goToNextCell(1)(view.state, (tr) => view.dispatch(tr.scrollIntoView()));
};

/** The keys of tables that the editor lacks. */
export const tableKeys = () =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) =>
        event.key === 'Tab' &&
        !event.shiftKey &&
        !event.ctrlKey &&
        !event.altKey &&
        view.editable &&
        rowAfterLast(view.state, view.dispatch, view),
    },
  });
