import { useEffect, useState } from 'react';
import type { Section } from '~/features/console/frame/sections';
import { useRights } from '~/features/console/use-rights';
import { t, withWords } from '~/i18n';
import type { Candidate } from './candidates';
import type { Standing } from './pages';

type Sections = (selling: boolean, reads: readonly string[]) => readonly Section[];

/** The pages of the console that a member of staff may open; their code and words are fetched for staff alone. */
export function useConsolePages({ staff, selling }: Standing, navigate: (to: string) => void): Candidate[] {
  const [sectionsFor, setSectionsFor] = useState<Sections | null>(null);
  const rights = useRights(staff !== '').data;
  useEffect(() => {
    if (!staff) return undefined;
    let here = true;
    void withWords(import('~/features/console/frame/sections'), 'console').then((code) => {
      if (here) setSectionsFor(() => code.sectionsFor);
    });
    return () => {
      here = false;
    };
  }, [staff]);
  if (!staff || !sectionsFor || !rights) return [];
  return sectionsFor(selling, rights.reads).map(({ id, label, Icon }) => ({
    id: `console-${id}`,
    text: t(label),
    detail: t('frame.console'),
    icon: <Icon size={18} />,
    run: () => navigate(`/admin/${id}`),
  }));
}
