import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { can } from '~/api/permissions';
import { hrefOf as consoleHref, icons, partsOf, titleOf, useFound } from '~/features/console/find/results';
import { useRights } from '~/features/console/use-rights';
import { useMembers, useMemberSearch } from '~/features/members/api';
import { hrefOfHit, type Hit } from '~/features/search/hits';
import { rememberSearch } from '~/features/search/recents';
import { usePlaceOf } from '~/features/search/use-place-of';
import { suggestQuery } from '~/features/search/use-suggest';
import { t } from '~/i18n';
import { FileIcon } from '~/kit/file-icon';
import { spellFinglish } from '~/kit/finglish';
import { rewriteLayouts } from '~/kit/keyboard-layouts';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import type { RankedGroup, Row } from './candidates';
import { memberCandidate } from './members';
import type { Standing } from './pages';

/** Milliseconds without a key, after which the server is asked. */
const CALM = 150;
/** Other readings that the server is asked for, when it knows nothing by the words as they were typed. */
const READINGS = 5;
const MOST = 8;

/** The likeliest spellings of all words together: those of the words before count more. */
function spellWords(query: string): string[] {
  const words = query.split(/\s+/u).filter(Boolean);
  let spellings: string[][] = [[]];
  for (const word of words) {
    const ways = spellFinglish(word, words.length === 1 ? READINGS : 2);
    spellings = (ways.length > 0 ? ways : [word]).flatMap((way) => spellings.map((before) => [...before, way]));
    spellings = spellings.slice(0, READINGS);
  }
  return spellings.map((spelling) => spelling.join(' '));
}

/** What may have been meant: the keys on a keyboard of the other language, or Persian words in Latin letters. */
export function otherReadings(query: string): string[] {
  const readings = [...rewriteLayouts(query), ...spellWords(query)].filter((reading) => reading !== query);
  return [...new Set(readings)].slice(0, READINGS);
}

function useFoundFiles({ spaceId, space }: Standing, calm: string) {
  const asked = spaceId !== undefined && space !== undefined && calm.length > 1 ? calm : '';
  const rootId = space?.root_directory_id;
  const typed = useQuery({ ...suggestQuery(spaceId ?? '', rootId, asked), placeholderData: keepPreviousData });
  const nothing = asked !== '' && typed.data?.hits.length === 0 && !typed.isPlaceholderData;
  const others = useQueries({
    queries: (nothing ? otherReadings(asked) : []).map((reading) => suggestQuery(spaceId ?? '', rootId, reading)),
  });
  const hits = new Map<string, Hit>();
  for (const { data } of asked ? [typed, ...others] : [])
    for (const hit of data?.hits ?? []) if (!hits.has(hit.entry.id)) hits.set(hit.entry.id, hit);
  return {
    hits: [...hits.values()].slice(0, MOST),
    waiting: asked !== '' && (typed.isFetching || others.some(({ isFetching }) => isFetching)),
  };
}

interface Answers {
  readonly groups: readonly RankedGroup[];
  readonly waiting: boolean;
}

const toRow = (candidate: Row['candidate'], marks: Row['marks'] = []): Row => ({ candidate, marks });

/** What the server finds besides: it comes later, and stands below what is there already. */
export function useAnswers(standing: Standing, query: string, shown: ReadonlySet<string>): Answers {
  const [, navigate] = useLocation();
  const { spaceId = '', permissions, staff } = standing;
  const typed = query.trim();
  const calm = useDebouncedValue(typed, CALM);
  const { isMine, wayTo } = usePlaceOf(spaceId);
  const files = useFoundFiles(standing, typed ? calm : '');

  // Members that the first page of the list did not have.
  const mayMembers = spaceId !== '' && can(permissions, 'read', 'member');
  const more = useMembers(spaceId, '', mayMembers).hasNextPage;
  const members = useMemberSearch(spaceId, mayMembers && more && typed ? calm : '');

  const reads = useRights(staff !== '').data?.reads;
  const console = useFound(calm.slice(0, 80), staff !== '' && reads !== undefined && typed !== '');

  const groups: RankedGroup[] = [
    {
      id: 'found',
      title: t('palette.found', { name: standing.space?.title ?? '' }),
      rows: files.hits.map((hit) =>
        toRow(
          {
            id: `file-${hit.entry.id}`,
            text: hit.entry.name,
            detail: hit.snippet?.text ?? wayTo(hit).slice(-2).join(' / '),
            icon: <FileIcon type={hit.entry.type} />,
            run: () => {
              rememberSearch(typed);
              navigate(hrefOfHit(spaceId, hit, isMine(hit)));
            },
          },
          hit.marks,
        ),
      ),
    },
    {
      id: 'found-people',
      title: t('palette.foundPeople'),
      rows: (mayMembers && more && typed ? (members.data ?? []) : [])
        .slice(0, MOST)
        .map((member) => toRow(memberCandidate(spaceId, member, navigate))),
    },
    {
      id: 'found-console',
      title: t('palette.foundConsole'),
      rows: (typed ? (console.data?.results ?? []) : []).slice(0, MOST).map((result) => {
        const Icon = icons[result.kind];
        return toRow({
          id: `console-${result.kind}-${result.id}`,
          text: titleOf(result),
          detail: [t(`consolePeople.kind_${result.kind}`), ...partsOf(result)].join(' · '),
          icon: <Icon size={18} />,
          run: () => navigate(consoleHref(result)),
        });
      }),
    },
  ];
  return {
    groups: groups
      .map((group) => ({ ...group, rows: group.rows.filter(({ candidate }) => !shown.has(candidate.id)) }))
      .filter(({ rows }) => rows.length > 0),
    waiting: typed !== '' && (typed !== calm || files.waiting || members.isFetching || console.isFetching),
  };
}
