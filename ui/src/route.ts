import type { ComponentType } from 'react';
import type { Need } from './guard';
import type { PlainKey } from './i18n';

/** The parameters that the address of a page can have. */
export type RouteParams = {
  workspace_id?: string;
  directory_id?: string;
  file_id?: string;
  download_id?: string;
  upload_id?: string;
  payment_id?: string;
  ticket_id?: string;
  provider?: string;
  import_id?: string;
  place?: string;
  number?: string;
  section?: string;
  topic?: string;
  document?: string;
};

/** A path, and the page that is shown there. */
export interface Route {
  path: string;
  page: ComponentType<{ params: RouteParams }>;
  /** Starts fetching its code. */
  load: () => Promise<unknown>;
  need: Need;
  /** The words in the title of the window. */
  title?: PlainKey;
  /** Inside the frame with sidebar and top bar. */
  framed?: boolean;
  /** For visitors without an account: no part of the product is offered to them. */
  outside?: boolean;
}
