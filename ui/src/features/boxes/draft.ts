import type { Duration, Ends, TimeUnit } from '~/features/gate/duration';
import { newTerms, termsBody, termsOf, termsProblems, type Terms } from '~/features/gate/terms';
import type { Box } from '~/api/types';
import type { BoxBody } from './api';
import { isGroup, type Group } from './kinds';

export const longest: Duration = { value: 6, unit: 'month' };
const limits = { least: { value: 30, unit: 'minute' }, most: longest } as const;

type SizeUnit = 'MB' | 'GB';
const bytes: Record<SizeUnit, number> = { MB: 2 ** 20, GB: 2 ** 30 };

/** An upload box as it is being written; numbers are Latin digits. */
export interface BoxDraft extends Terms {
  readonly description: string;
  readonly keepsForever: boolean;
  readonly retention: { readonly value: string; readonly unit: TimeUnit };
  readonly hasSizeLimit: boolean;
  readonly size: { readonly value: string; readonly unit: SizeUnit };
  readonly groups: readonly Group[];
  readonly endings: readonly string[];
  readonly perVisitor: boolean;
}

export function newDraft(title: string): BoxDraft {
  return {
    ...newTerms(title, { kind: 'after', value: '1', unit: 'week' }),
    description: '',
    keepsForever: true,
    retention: { value: '30', unit: 'day' },
    hasSizeLimit: false,
    size: { value: '100', unit: 'MB' },
    groups: [],
    endings: [],
    perVisitor: false,
  };
}

function sizeOf(max: number): BoxDraft['size'] {
  const unit = max % bytes.GB === 0 ? 'GB' : 'MB';
  return { value: String(Math.max(1, Math.round(max / bytes[unit]))), unit };
}

export function draftFromBox(box: Box): BoxDraft {
  const fresh = newDraft(box.title);
  return {
    ...fresh,
    ...termsOf(box),
    description: box.description,
    keepsForever: box.retention === null,
    retention: box.retention ? { value: String(box.retention.value), unit: box.retention.unit } : fresh.retention,
    hasSizeLimit: Boolean(box.max_file_size),
    size: box.max_file_size ? sizeOf(box.max_file_size) : fresh.size,
    groups: box.allowed_file_types.filter(isGroup),
    endings: box.allowed_file_types.filter((type) => !isGroup(type)),
    perVisitor: box.per_visitor,
  };
}

const isCount = (text: string) => Number.isInteger(Number(text)) && Number(text) > 0;

/** The errors of a draft as keys of the dictionary, by field. */
export function problemsOf(draft: BoxDraft, before: Ends | null) {
  return {
    ...termsProblems(draft, before, limits),
    ...(!draft.keepsForever && !isCount(draft.retention.value) && { retention: 'gate.endsNumber' as const }),
    ...(draft.hasSizeLimit && !isCount(draft.size.value) && { size: 'gate.endsNumber' as const }),
  };
}

/** The request body of a draft. An existing box gets a new end only when it was changed. */
export function bodyOf(draft: BoxDraft, before: BoxDraft | null): BoxBody {
  const { retention, size } = draft;
  const whole = {
    ...termsBody(draft, before),
    description: draft.description.trim(),
    retention: draft.keepsForever ? null : { value: Number(retention.value), unit: retention.unit },
    max_file_size: draft.hasSizeLimit ? Number(size.value) * bytes[size.unit] : null,
    allowed_file_types: [...draft.groups, ...draft.endings],
    per_visitor: draft.perVisitor,
  };
  if (before) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)) as BoxBody;
}
