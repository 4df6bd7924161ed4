import { useState } from 'react';
import { useLocation } from 'wouter';
import { usePeople } from '~/api/people';
import { useFields } from '~/features/fields/api';
import { RangeField } from '~/page/dates/range-field';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { SegmentedControl } from '~/kit/segmented-control';
import { Select } from '~/kit/select';
import { noSearch, resultsHref, type Search } from './filters';
import { rememberSearch } from './recents';
import { SizeFields } from './size-fields';
import { TypeFields } from './type-fields';
import { useHere } from './use-here';

type Props = { spaceId: string; search: Search; onClose: () => void };

/** Every filter at once. The results' address says them all. */
export function AdvancedDialog({ spaceId, search, onClose }: Props) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(search);
  const change = (changes: Partial<Search>) => setDraft((now) => ({ ...now, ...changes }));
  const people = usePeople(spaceId).data ?? [];
  const fields = useFields(spaceId).data ?? [];
  const here = useHere(spaceId) || search.inDirectory;
  const apply = () => {
    rememberSearch(draft.query);
    navigate(resultsHref(spaceId, draft));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={t('search.advanced')}
      footer={
        <>
          <Button onClick={() => setDraft({ ...noSearch, query: draft.query })}>{t('search.clearFilters')}</Button>
          <span className="flex-1 max-sm:hidden" />
          <Button className="max-sm:hidden" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="solid" type="submit" form="advanced-search">
            {t('search.apply')}
          </Button>
        </>
      }
    >
      <form
        id="advanced-search"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField
          label={t('search.words')}
          hint={t('search.wordsHint')}
          value={draft.query}
          maxLength={200}
          onChange={(event) => change({ query: event.currentTarget.value })}
        />
        <TypeFields value={draft.types} onChange={(types) => change({ types })} />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Select
            label={t('search.owner')}
            value={draft.owner}
            options={[
              { value: '', label: t('search.anyone') },
              ...people.map(({ _id: value, name: label }) => ({ value, label })),
            ]}
            onChange={(owner) => change({ owner })}
          />
          {here && (
            <SegmentedControl
              label={t('search.scope')}
              value={draft.inDirectory ? 'here' : 'all'}
              onChange={(scope) => change({ inDirectory: scope === 'here' ? here : '' })}
              segments={[
                { value: 'all', label: t('search.everywhere') },
                { value: 'here', label: t('search.here') },
              ]}
            />
          )}
        </div>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <RangeField label={t('search.created')} value={draft.created} onChange={(created) => change({ created })} />
          <RangeField
            label={t('search.modified')}
            value={draft.modified}
            onChange={(modified) => change({ modified })}
          />
        </div>
        <SizeFields min={draft.sizeMin} max={draft.sizeMax} onChange={change} />
        {fields.length > 0 && (
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <Select
              label={t('search.tag')}
              value={draft.tag}
              options={[
                { value: '', label: t('search.anyTag') },
                ...fields.map((field) => ({ value: field.space_custom_field_id, label: field.title })),
              ]}
              onChange={(tag) => change({ tag })}
            />
            <TextField
              label={t('search.tagValue')}
              value={draft.tagValue}
              disabled={!draft.tag}
              onChange={(event) => change({ tagValue: event.currentTarget.value })}
            />
          </div>
        )}
        <div className="grid sm:grid-cols-3">
          <Checkbox
            label={t('search.favorite')}
            checked={draft.favorite}
            onChange={(favorite) => change({ favorite })}
          />
          <Checkbox label={t('search.trash')} checked={draft.trash} onChange={(trash) => change({ trash })} />
          <Checkbox
            label={t('search.namesOnly')}
            checked={draft.namesOnly}
            onChange={(namesOnly) => change({ namesOnly })}
          />
        </div>
      </form>
    </Dialog>
  );
}
