import type { Entry } from '../listing/entry';

/** The props of every tab of the details. */
export interface PanelProps {
  readonly spaceId: string;
  readonly entry: Entry;
  /** The path to the entry, in words. */
  readonly trail: readonly string[];
}
