import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { RangeField } from '~/page/dates/range-field';
import { num, t } from '~/i18n';
import { typedLogin } from '~/kit/digits';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { actions, alarms, isAction } from './actions';
import { ExportButton } from './export-button';
import { isFiltered, noFilter, type Filter } from './filter';
import { titleOf } from './sentence';

type Props = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Only events that may be an attack, at any time. */
  onlyAlarms?: boolean;
};

/** Filters by user, kind and time. A user can be chosen in the list, too. */
export function FilterBar({ filter, onChange, onlyAlarms = false }: Props) {
  const kinds = onlyAlarms ? alarms : Object.keys(actions).filter(isAction);
  const person = usePersonText(filter.user);
  // The page may not have followed yet: the field is emptied here, not by the filter alone.
  const withoutPerson = (next: Filter) => {
    person.set('');
    onChange(next);
  };
  return (
    <div
      className={cx(
        'grid items-end gap-3 sm:grid-cols-2',
        !onlyAlarms && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]',
      )}
    >
      <PersonField text={person} onChange={(user) => onChange({ ...filter, user })} />
      <Select
        label={t('audit.action')}
        value={filter.action}
        options={[
          { value: '', label: t('audit.anyAction') },
          ...kinds.map((value) => ({ value, label: titleOf({ action: value }) })),
        ]}
        onChange={(action) => onChange({ ...filter, action })}
      />
      {!onlyAlarms && (
        <>
          <RangeField label={t('audit.range')} value={filter.days} onChange={(days) => onChange({ ...filter, days })} />
          <ExportButton scope="all" />
        </>
      )}
      {isFiltered(filter) && (
        <div className="flex flex-wrap items-center gap-2 sm:col-span-2 lg:col-span-full">
          {filter.event && (
            <Button
              kind="soft"
              icon={<X size={16} aria-hidden="true" />}
              aria-label={t('audit.notOnlyEvent', { n: num(Number(filter.event), { useGrouping: false }) })}
              onClick={() => onChange({ ...filter, event: '' })}
            >
              {t('audit.onlyEvent', { n: num(Number(filter.event), { useGrouping: false }) })}
            </Button>
          )}
          {filter.user && (
            <Button
              kind="soft"
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => withoutPerson({ ...filter, user: '' })}
            >
              {t('audit.everyone')}
            </Button>
          )}
          <Button onClick={() => withoutPerson(noFilter)}>{t('audit.clear')}</Button>
        </div>
      )}
    </div>
  );
}

/** An id as the server writes it: 13 digits of Crockford's base 32. */
export const isId = (user: string) => /^[0-7][0-9a-hjkmnp-tv-z]{12}$/.test(user);

/** The text of the field for a user of the filter; none for an id. */
const textOf = (user: string) => (isId(user) ? '' : user);

/** Follows the filter, but keeps a text that is being typed. */
function usePersonText(user: string) {
  const form = useRef<HTMLFormElement>(null);
  const followed = useRef(textOf(user));
  const [typed, set] = useState(textOf(user));
  useEffect(() => {
    const before = followed.current;
    followed.current = textOf(user);
    const focused = form.current?.contains(document.activeElement);
    set((now) => (focused && now !== before ? now : textOf(user)));
  }, [user]);
  /** The text as it is asked for; no longer one that is being typed. */
  const submit = () => {
    const login = typedLogin(typed);
    followed.current = login;
    set(login);
    return login;
  };
  return { form, typed, set, submit };
}

type FieldProps = { text: ReturnType<typeof usePersonText>; onChange: (user: string) => void };

function PersonField({ text, onChange }: FieldProps) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.submit());
  };
  return (
    <form ref={text.form} onSubmit={handleSubmit} role="search">
      <TextField
        label={t('audit.person')}
        latin
        inputMode="email"
        autoComplete="off"
        value={text.typed}
        onChange={(event) => text.set(event.currentTarget.value)}
      />
    </form>
  );
}
