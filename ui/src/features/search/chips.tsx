import { X } from 'lucide-react';
import { usePeople } from '~/api/people';
import { useFields } from '~/features/fields/api';
import { rangeText } from '~/page/dates/locale';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { noSearch, type Search } from './filters';

interface Chip {
  readonly id: string;
  readonly label: string;
  readonly without: Partial<Search>;
}

type Props = { spaceId: string; search: Search; onChange: (search: Search) => void };

/** The active filters, each with a button to remove it. */
export function Chips({ spaceId, search, onChange }: Props) {
  const people = usePeople(spaceId, 'shared', search.owner !== '').data;
  const fields = useFields(spaceId, search.tag !== '').data;
  const owner = people?.find(({ _id: id }) => id === search.owner)?.name;
  const tag = fields?.find((field) => field.space_custom_field_id === search.tag)?.title;
  const chips = chipsOf(search, owner ?? '…', tag ?? '…');
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('search.filtersActive')} className="flex flex-wrap gap-1.5">
      {chips.map(({ id, label, without }) => (
        <li key={id} className="flex h-8 items-center rounded-full bg-brand-soft ps-3 text-xs font-medium text-brand">
          <bdi className="max-w-60 truncate">{label}</bdi>
          <button
            type="button"
            aria-label={t('search.removeFilter', { name: label })}
            onClick={() => onChange({ ...search, ...without })}
            className="grid size-8 place-items-center rounded-full hover:bg-hover"
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => onChange({ ...noSearch, query: search.query, sort: search.sort })}
            className="h-8 rounded-full px-3 text-xs font-medium text-muted hover:bg-hover hover:text-fg"
          >
            {t('search.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  );
}

function sizeText(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return t('search.sizeBetween', { from: size(min), to: size(max) });
  if (min !== null) return t('search.sizeAtLeast', { size: size(min) });
  return t('search.sizeAtMost', { size: size(max ?? 0) });
}

function chipsOf(search: Search, owner: string, tag: string): Chip[] {
  const { created, modified, sizeMin, sizeMax } = search;
  const chips: Chip[] = search.types.map((type) => ({
    id: type,
    label: t(`search.${type}`),
    without: { types: search.types.filter((other) => other !== type) },
  }));
  const add = (on: boolean, id: string, label: string, without: Partial<Search>) => {
    if (on) chips.push({ id, label, without });
  };
  const rangeLabel = (key: 'search.created' | 'search.modified', range: typeof created) =>
    `${t(key)}: ${rangeText(range)}`;
  add(search.inDirectory !== '', 'here', t('search.hereChip'), { inDirectory: '' });
  add(search.owner !== '', 'owner', `${t('search.owner')}: ${owner}`, { owner: '' });
  add(rangeText(created) !== '', 'created', rangeLabel('search.created', created), { created: noSearch.created });
  add(rangeText(modified) !== '', 'modified', rangeLabel('search.modified', modified), { modified: noSearch.modified });
  add(sizeMin !== null || sizeMax !== null, 'size', sizeText(sizeMin, sizeMax), { sizeMin: null, sizeMax: null });
  const value = search.tagValue ? `${tag}: ${search.tagValue}` : tag;
  add(search.tag !== '', 'tag', value, { tag: '', tagValue: '' });
  add(search.favorite, 'favorite', t('search.favoriteChip'), { favorite: false });
  add(search.trash, 'trash', t('search.trash'), { trash: false });
  add(search.namesOnly, 'names', t('search.namesOnly'), { namesOnly: false });
  return chips;
}
