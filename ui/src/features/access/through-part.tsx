import { t } from '~/i18n';
import { AccessRow } from './access-row';
import { useAccess, type Shared } from './api';

type Props = {
  item: Shared;
  /** The links and boxes of the item itself are shown elsewhere. */
  own: { readonly links: boolean; readonly boxes: boolean };
};

/** Links and boxes that reach an item, most of them through a folder above it. */
export function ThroughPart({ item, own }: Props) {
  const { data } = useAccess(item);
  const rows = (data?.entries ?? []).filter(
    ({ kind, via }) =>
      (kind === 'link' && (via !== null || !own.links)) || (kind === 'box' && (via !== null || !own.boxes)),
  );
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('access.through')}>
      <h3 className="mb-1 text-xs font-semibold text-muted">{t('access.through')}</h3>
      <ul>
        {rows.map((one) => (
          <AccessRow key={one.link_id ?? one.upload_id} item={item} entry={one} />
        ))}
      </ul>
    </section>
  );
}
