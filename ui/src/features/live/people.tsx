import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { Tooltip } from '~/kit/tooltip';
import type { LivePerson } from './stream';

const SHOWN = 3;

/** The other people who look at this list. */
export function People({ people }: { people: readonly LivePerson[] }) {
  const named = people.slice(0, SHOWN).map(({ name }) => name);
  const names = named.join(t('live.comma'));
  const rest = people.length - named.length;
  const all = rest > 0 ? t('live.andMore', { names, n: rest }) : names;
  const label = t('live.looking', { names: all });
  return (
    <Tooltip label={label}>
      <div
        role="img"
        aria-label={label}
        data-presence={people.length}
        className="flex shrink-0 -space-x-2 px-1 rtl:space-x-reverse"
      >
        {people.slice(0, SHOWN).map(({ _id: id, name }) => (
          <Avatar key={id} name={name} className="size-8 text-xs ring-2 ring-bg" />
        ))}
        {rest > 0 && (
          <span className="relative grid size-8 place-items-center rounded-full bg-hover text-xs font-semibold ring-2 ring-bg">
            +{rest.toLocaleString(document.documentElement.lang)}
          </span>
        )}
      </div>
    </Tooltip>
  );
}
