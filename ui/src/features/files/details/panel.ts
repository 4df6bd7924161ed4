import type { Entry } from '../listing/entry';

/** What every page of the details gets. */
export interface PanelProps {
  readonly spaceId: string;
  readonly entry: Entry;
  /** The way to the entry, in words. */
  readonly trail: readonly string[];
}
