import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { cx } from '~/kit/cx';

/** A person as lists name them, or with the parts of the name. */
type Somebody = { readonly name: string } | { readonly first_name: string; readonly last_name: string };

/** The name of a person; the address for an invited person without a name. */
export function personName(person: Somebody | null | undefined, email = ''): string {
  const name =
    person && 'name' in person ? person.name : person ? `${person.first_name} ${person.last_name}`.trim() : '';
  return name || email || t('people.someone');
}

type LineProps = {
  person: Somebody | null | undefined;
  email?: string;
  badges?: ReactNode;
  /** Below the name, after the address. */
  note?: ReactNode;
  className?: string;
};

/** A person with picture, name and address. */
export function PersonLine({ person, email = '', badges, note, className }: LineProps) {
  const name = personName(person, email);
  return (
    <span className={cx('flex min-w-0 items-center gap-3', className)}>
      <Avatar name={name} className={cx('size-9 text-sm', !person && 'opacity-70')} />
      <span className="grid min-w-0 text-start">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
          {badges}
        </span>
        {(note || (email && name !== email)) && (
          <span className="min-w-0 text-xs text-muted">
            {email && name !== email && (
              <bdi dir="ltr" className="block truncate rtl:text-end">
                {email}
              </bdi>
            )}
            {note}
          </span>
        )}
      </span>
    </span>
  );
}

const tones = {
  calm: 'bg-sunken text-muted ring-1 ring-line ring-inset',
  brand: 'bg-brand-soft text-brand',
  warning: 'bg-warning-soft text-fg',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
} as const;

/** A word about something, beside its name. */
export function Badge({ tone = 'calm', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={cx('inline-flex shrink-0 items-center rounded-full px-2 text-2xs leading-5 font-medium', tones[tone])}
    >
      {children}
    </span>
  );
}
