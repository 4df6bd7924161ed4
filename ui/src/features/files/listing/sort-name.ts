import { t } from '~/i18n';
import type { SortField } from './sort';

const names: Record<SortField, () => string> = {
  trashed_at: () => t('files.columnTrashedAt'),
  name: () => t('files.columnName'),
  size: () => t('files.columnSize'),
  type: () => t('files.columnType'),
  created_at: () => t('files.columnCreatedAt'),
  last_modified_at: () => t('files.columnModifiedAt'),
};

/** The fields of an order, as menus list them. */
export const sortFields = Object.keys(names) as SortField[];

export const sortName = (field: SortField): string => names[field]();
