import { defaultPrimary, defaultSecondary } from './colour-field';

/** What was entered about a workspace that is not made yet, but for its picture, which no browser keeps. */
interface Draft {
  readonly title: string;
  readonly primary: string;
  readonly secondary: string;
  readonly members: readonly string[];
}

const key = 'new_workspace';

/** What this tab keeps, so that a reload loses nothing. */
export function readDraft(): Draft {
  const empty = { title: '', primary: defaultPrimary, secondary: defaultSecondary, members: [] };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>) };
  } catch {
    return empty;
  }
}

export const keepDraft = (draft: Draft) => sessionStorage.setItem(key, JSON.stringify(draft));

export const dropDraft = () => sessionStorage.removeItem(key);
