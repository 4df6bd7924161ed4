import type { Ends } from '~/features/gate/duration';
import { newTerms, termsBody, termsOf, termsProblems, type Terms } from '~/features/gate/terms';
import type { Link } from '~/api/types';
import type { LinkBody, ShareTarget } from './api';

/** A link as it is being written. */
export interface LinkDraft extends Terms {
  readonly limited: boolean;
  /** Latin digits. */
  readonly limit: string;
  readonly note: string;
  /** Null: always the newest. */
  readonly versionId: string | null;
  readonly viewOnly: boolean;
  readonly notify: boolean;
}

export function newDraft(targets: readonly ShareTarget[], fallback: string): LinkDraft {
  const [first] = targets;
  return {
    ...newTerms((targets.length === 1 && first?.name) || fallback, { kind: 'after', value: '1', unit: 'week' }),
    limited: false,
    limit: '10',
    note: '',
    versionId: null,
    viewOnly: false,
    notify: false,
  };
}

export function draftFromLink(link: Link): LinkDraft {
  return {
    ...termsOf(link),
    limited: link.count_limit !== null,
    limit: String(link.count_limit ?? 10),
    note: link.email_description,
    versionId: link.version_id,
    viewOnly: link.view_only,
    notify: link.notify_opening,
  };
}

/** The errors of a draft as keys of the dictionary, by field. */
export function problemsOf(draft: LinkDraft, before: Ends | null) {
  const limit = Number(draft.limit);
  return {
    ...termsProblems(draft, before),
    ...(draft.limited && !(Number.isInteger(limit) && limit > 0) && { limit: 'links.limitNumber' as const }),
  };
}

/** The request body of a draft. For an existing link it holds only the changes. */
export function bodyOf(draft: LinkDraft, before: LinkDraft | null): LinkBody {
  const whole = {
    ...termsBody(draft, before),
    count_limit: draft.limited ? Number(draft.limit) : null,
    email_description: draft.note.trim(),
    version_id: draft.versionId,
    view_only: draft.viewOnly,
    notify_opening: draft.notify,
  };
  if (before) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null && value !== '')) as LinkBody;
}
