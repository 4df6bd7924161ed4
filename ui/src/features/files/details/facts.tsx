import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import type { Person } from '~/api/types';

/** Names and values, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3.5">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-start wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A time and a user. */
export function Operation({ name, at, by }: { name: string; at: string; by: Person }) {
  return (
    <Fact name={name}>
      <time dateTime={at} title={fullDate(at)}>
        {t('files.byPerson', { when: when(at), name: by.name })}
      </time>
    </Fact>
  );
}

/** The path from the root, as words. */
export function Trail({ steps }: { steps: readonly string[] }) {
  return (
    <Fact name={t('files.location')}>
      {steps.map((step, index) => (
        <span key={index}>
          {index > 0 && <span className="mx-1 text-muted">/</span>}
          <bdi>{step}</bdi>
        </span>
      ))}
    </Fact>
  );
}
