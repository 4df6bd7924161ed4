import { useState } from 'react';
import { useFileProperties } from '~/api/properties';
import { MoreOptions } from '~/features/gate/more-options';
import { NoteField } from '~/features/gate/note-field';
import { t } from '~/i18n';
import { ownDigits, when } from '~/i18n/format';
import { latinDigits, rewriteDigits } from '~/kit/digits';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import type { ShareTarget } from './api';
import type { LinkDraft } from './draft';

const NEWEST = 'newest';

const ownLimit = (text: string) => ownDigits(latinDigits(text));

type Props = {
  spaceId: string;
  file: ShareTarget | null;
  draft: LinkDraft;
  set: (changes: Partial<LinkDraft>) => void;
  limitError?: string | undefined;
};

/** The number of uses, the version, preview only, and a message to the receivers. */
export function OptionsPart({ spaceId, file, draft, set, limitError }: Props) {
  const [open] = useState(
    draft.limited || draft.note !== '' || draft.versionId !== null || draft.viewOnly || draft.notify,
  );
  return (
    <MoreOptions open={open || limitError !== undefined}>
      <div className="grid gap-2">
        <Switch
          label={t('links.limited')}
          hint={t('links.limitedHint')}
          checked={draft.limited}
          onChange={(limited) => set({ limited })}
        />
        {draft.limited && (
          <TextField
            inputMode="numeric"
            label={t('links.limit')}
            maxLength={7}
            value={ownDigits(draft.limit)}
            {...(limitError && { error: limitError })}
            onChange={(event) => set({ limit: latinDigits(rewriteDigits(event.currentTarget, ownLimit)) })}
          />
        )}
      </div>
      {file && <VersionField spaceId={spaceId} file={file} draft={draft} set={set} />}
      {file && (
        <Switch
          label={t('links.viewOnly')}
          hint={t('links.viewOnlyHint')}
          checked={draft.viewOnly}
          onChange={(viewOnly) => set({ viewOnly })}
        />
      )}
      <Switch
        label={t('links.notify')}
        hint={t('links.notifyHint')}
        checked={draft.notify}
        onChange={(notify) => set({ notify })}
      />
      <NoteField
        label={t('links.note')}
        hint={t('links.noteHint')}
        value={draft.note}
        onChange={(note) => set({ note })}
      />
    </MoreOptions>
  );
}

function VersionField({ spaceId, file, draft, set }: Props & { file: ShareTarget }) {
  const { data } = useFileProperties(spaceId, file.directoryId, file.id);
  const versions = data?.file_versioning ?? [];
  if (versions.length < 2 && draft.versionId === null) return null;
  return (
    <Select
      label={t('links.version')}
      value={draft.versionId ?? NEWEST}
      options={[
        { value: NEWEST, label: t('links.newest') },
        ...versions.map((version) => ({
          value: version.version_id,
          label: t('links.versionOf', { n: version.number, when: when(version.created_at) }),
        })),
      ]}
      onChange={(version) => set({ versionId: version === NEWEST ? null : version })}
    />
  );
}
