import type { Found } from '~/api/place';
import type { Entry } from '../listing/entry';

/** The props of every tab of the details. */
export interface PanelProps {
  readonly spaceId: string;
  readonly entry: Entry;
  /** The path to the entry, in words. */
  readonly trail: readonly string[];
  /** The words that the viewer beside it shows. */
  readonly found?: string | undefined;
  /** Shows words of the document where they stand. */
  readonly onFind: (entry: Entry, found: Found) => void;
}
