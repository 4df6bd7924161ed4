import { useId } from 'react';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import { Checkbox } from '~/kit/checkbox';
import { cx } from '~/kit/cx';
import { SegmentedControl } from '~/kit/segmented-control';

type Props = {
  spaces: readonly Space[];
  /** The chosen workspaces only; else all, including future ones. */
  some: boolean;
  onSome: (some: boolean) => void;
  chosen: readonly string[];
  problem: string | undefined;
  onChange: (ids: string[]) => void;
};

/** In which workspaces the token counts. */
export function SpacesField({ spaces, some, onSome, chosen, problem, onChange }: Props) {
  const note = useId();
  return (
    <div className="grid min-w-0 gap-2">
      <SegmentedControl
        label={t('apitokens.spaces')}
        value={some ? 'some' : 'all'}
        onChange={(value) => onSome(value === 'some')}
        segments={[
          { value: 'some', label: t('apitokens.someSpaces') },
          { value: 'all', label: t('apitokens.allSpaces') },
        ]}
      />
      {some && (
        <ul
          aria-label={t('apitokens.spaces')}
          aria-describedby={problem ? note : undefined}
          className={cx(
            'scroll-thin max-h-52 overflow-y-auto rounded-card border px-3.5 py-1',
            problem ? 'border-danger' : 'border-line',
          )}
        >
          {spaces.map((space) => (
            <li key={space.space_id} className="flex items-center gap-3">
              <Checkbox
                className="min-w-0 flex-1"
                label={space.title}
                checked={chosen.includes(space.space_id)}
                onChange={(on) =>
                  onChange(on ? [...chosen, space.space_id] : chosen.filter((other) => other !== space.space_id))
                }
              />
              <SpaceAvatar space={space} className="size-7 text-sm" />
            </li>
          ))}
        </ul>
      )}
      {some && problem && (
        <p id={note} role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
