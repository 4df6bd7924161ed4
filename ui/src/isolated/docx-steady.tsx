import { redoDepth, undoDepth } from 'prosemirror-history';
import type { EditorState } from 'prosemirror-state';
import { createElement, memo, useRef, type ComponentType } from 'react';

type Props = Record<string, unknown>;
type Call = (...values: unknown[]) => unknown;

const made = new WeakMap<ComponentType<Props>, ComponentType<Props>>();

/**
 * A component that is drawn again when what it shows is another, and not with each key: what is equal to what it had is
 * taken for the same, and its functions are those of the last time.
 */
export function steady(component: ComponentType<Props>): ComponentType<Props> {
  const had = made.get(component);
  if (had) return had;
  const kept = memo(component);
  const Steady = (props: Props) => {
    const latest = useRef(props);
    const shown = useRef<Props>({});
    const calls = useRef<Record<string, Call>>({});
    latest.current = props;
    shown.current = Object.fromEntries(
      Object.entries(props).map(([name, value]) => {
        if (typeof value !== 'function') return [name, sameOr(shown.current[name], value)];
        calls.current[name] ??= (...values) => (latest.current[name] as Call)(...values);
        return [name, calls.current[name]];
      }),
    );
    return createElement(kept, shown.current);
  };
  made.set(component, Steady);
  return Steady;
}

const isState = (value: unknown): value is EditorState =>
  typeof value === 'object' && value !== null && 'doc' in value && 'selection' in value;

const isRecord = (value: unknown): value is Props =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The value that was shown when the one that would be shown now looks the same. */
function sameOr(was: unknown, now: unknown): unknown {
  if (isState(was) && isState(now)) return hasSameHistory(was, now) ? was : now;
  return isRecord(was) && isRecord(now) && hasSameValues(was, now) ? was : now;
}

/** All that a toolbar shows of a text is whether there is something to undo and to redo. */
const hasSameHistory = (one: EditorState, other: EditorState) =>
  undoDepth(one) > 0 === undoDepth(other) > 0 && redoDepth(one) > 0 === redoDepth(other) > 0;

function hasSameValues(one: Props, other: Props): boolean {
  const names = Object.keys(other);
  return (
    Object.keys(one).length === names.length &&
    names.every((name) => {
      const [had, has] = [one[name], other[name]];
      return had === has || (isRecord(had) && isRecord(has) && hasSameValues(had, has));
    })
  );
}
