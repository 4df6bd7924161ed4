import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { t } from '~/i18n';
import { ChipsField } from '~/kit/chips-field';
import { useDebouncedValue } from '~/kit/use-debounced-value';

type Props = {
  /** The workspace whose members are suggested, beside people whom the user invited before. */
  spaceId?: string;
  label: string;
  hint?: string;
  values: readonly string[];
  onChange: (emails: string[]) => void;
  /** Addresses that would change nothing, with the words why. */
  refuse?: (email: string) => string | null;
  onPending?: (pending: boolean) => void;
};

const emailPattern = /^[^\s@<>"',;:]+@[^\s@<>"',;:.]+(\.[^\s@<>"',;:.]+)+$/;

/** The message about an invalid or repeated address, or null. */
function emailProblem(text: string, others: readonly string[]): string | null {
  if (!emailPattern.test(text)) return t('people.emailInvalid', { email: text });
  return others.includes(text) ? t('people.emailTwice', { email: text }) : null;
}

/** People whose name or address has a text in it. */
function usePeople(spaceId: string | undefined, text: string) {
  const wanted = useDebouncedValue(text.trim());
  const { data, isPlaceholderData: old } = useQuery({
    queryKey: keyOf('suggested-people', spaceId ?? '', wanted),
    queryFn: async ({ signal }) =>
      (
        await api.get('role/v1/space/{space_id}/people', {
          path: { space_id: spaceId ?? '' },
          query: { query: wanted },
          signal,
        })
      ).people,
    placeholderData: keepPreviousData,
    enabled: spaceId !== undefined && wanted !== '',
    staleTime: 60_000,
  });
  // The answer to an earlier text must not be taken by an Enter that is pressed at once.
  const typed = text.trim().toLowerCase();
  const late = old || wanted !== text.trim();
  const isFound = (words: string) => words.toLowerCase().includes(typed);
  return typed ? (data ?? []).filter(({ email, name }) => !late || isFound(email) || isFound(name)) : [];
}

/** Addresses of several people: written one by one, or pasted all at once. */
export function EmailsField({ spaceId, label, hint, values, onChange, refuse, onPending }: Props) {
  const [text, setText] = useState('');
  const people = usePeople(spaceId, text);
  return (
    <ChipsField
      label={label}
      hint={hint ?? t('people.emailsHint')}
      values={values}
      onChange={onChange}
      clean={(text) => text.trim().toLowerCase()}
      problemOf={(text, others) => emailProblem(text, others) ?? refuse?.(text) ?? null}
      removeLabel={(value) => t('people.removeEmail', { email: value })}
      onPending={onPending}
      {...(spaceId && {
        onText: setText,
        suggestions: people.map(({ email: value, name }) => ({ value, label: name })),
      })}
      placeholder="name@example.com"
      inputMode="email"
    />
  );
}
