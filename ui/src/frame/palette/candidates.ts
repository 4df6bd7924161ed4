import type { ReactNode } from 'react';
import { matchText, parseWords, prepareText, type Mark, type Subject } from '~/kit/match-text';

/** Something that the command palette can do or open. */
export interface Candidate {
  /** No two of the palette have the same. */
  readonly id: string;
  readonly text: string;
  /** A second, quieter part: where it is, whose it is. It is looked through, too. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
  readonly shortcut?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly checked?: boolean | undefined;
  readonly run: () => void;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly candidates: readonly Candidate[];
  /** Too many to be shown before something is typed. */
  readonly quiet?: boolean;
}

export interface Row {
  readonly candidate: Candidate;
  readonly marks: readonly Mark[];
}

export interface RankedGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** So many of a group are shown, once something is typed. */
const MOST = 8;

/** Texts are made ready once; the names of a visit are some thousand. */
const prepared = new Map<string, Subject>();

function prepare(text: string): Subject {
  let subject = prepared.get(text);
  if (!subject) {
    if (prepared.size > 20_000) prepared.clear();
    prepared.set(text, (subject = prepareText(text)));
  }
  return subject;
}

/** Makes candidates ready to be found, so that the first letter does not wait for it. */
export function prepareCandidates(groups: readonly Group[]): void {
  for (const { candidates } of groups)
    for (const { text, detail } of candidates) {
      prepare(text);
      if (detail) prepare(detail);
    }
}

interface Scored extends Row {
  readonly score: number;
}

interface Ranking {
  readonly query: string;
  readonly rows: readonly Scored[];
}

/** The last answer for each list: one that stays the same is not looked through again when only the cursor moves. */
const rankings = new WeakMap<readonly Candidate[], Ranking>();

function rankCandidates(candidates: readonly Candidate[], query: string): readonly Scored[] {
  const known = rankings.get(candidates);
  if (known?.query === query) return known.rows;
  const words = parseWords(query);
  const found: Scored[] = [];
  for (const candidate of candidates) {
    const { text, detail } = candidate;
    const match = matchText(words, prepare(text), detail ? [prepare(detail)] : []);
    if (match) found.push({ candidate, marks: match.marks, score: match.score });
  }
  const rows = found.toSorted((a, b) => b.score - a.score).slice(0, MOST);
  rankings.set(candidates, { query, rows });
  return rows;
}

/**
 * The candidates that a query finds, the best group first and the best of it first; equals keep their order. Without a
 * query all but the quiet groups, in their order.
 */
export function rankGroups(groups: readonly Group[], query: string): RankedGroup[] {
  if (query.trim() === '') {
    return groups
      .filter(({ quiet, candidates }) => !quiet && candidates.length > 0)
      .map(({ id, title, candidates }) => ({
        id,
        title,
        rows: candidates.map((candidate) => ({ candidate, marks: [] })),
      }));
  }
  return groups
    .map(({ id, title, candidates }) => ({ id, title, rows: rankCandidates(candidates, query) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => (b.rows[0]?.score ?? 0) - (a.rows[0]?.score ?? 0));
}
