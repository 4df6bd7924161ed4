import { Popover as Base } from '@base-ui/react/popover';
import { useEffect, type RefObject } from 'react';
import { cx } from './cx';

/** A value that a field can take, and how it is shown. */
export interface FieldSuggestion {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly id: string;
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly suggestions: readonly FieldSuggestion[];
  readonly active: number;
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}

export const suggestionId = (listId: string, index: number) => `${listId}-${index}`;

/** What a field offers for the text in it, below the field. The focus stays in the field. */
export function SuggestionList({ id, label, anchor, suggestions, active, onChoose, onClose }: Props) {
  useEffect(() => {
    document.getElementById(suggestionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner className="z-60" anchor={anchor} align="start" sideOffset={4} collisionPadding={8}>
          <Base.Popup
            initialFocus={false}
            finalFocus={false}
            role="presentation"
            className="pop max-h-72 w-(--anchor-width) overflow-y-auto"
          >
            <div id={id} role="listbox" aria-label={label}>
              {suggestions.map((one, index) => (
                <button
                  type="button"
                  tabIndex={-1}
                  key={one.value}
                  id={suggestionId(id, index)}
                  role="option"
                  aria-selected={index === active}
                  // The field must not lose the focus: it would take the text that is in it.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(one.value)}
                  className={cx(
                    'grid min-h-11 w-full content-center rounded-lg px-3 py-1.5 text-start hover:bg-hover',
                    index === active && 'bg-hover',
                  )}
                >
                  {one.label && <bdi className="truncate text-start font-medium">{one.label}</bdi>}
                  <bdi dir="ltr" className={cx('truncate text-start', one.label && 'text-xs text-muted')}>
                    {one.value}
                  </bdi>
                </button>
              ))}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
