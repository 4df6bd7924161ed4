import { useState } from 'react';
import type { EditorsSetting } from '~/api/types.gen';
import { t } from '~/i18n';
import { Select } from '~/kit/select';
import { FormCard } from './form-card';
import { saveEditors } from './settings-api';

const kinds = [
  { kind: 'word', label: 'consoleSystem.editorWord' },
  { kind: 'cell', label: 'consoleSystem.editorCell' },
  { kind: 'slide', label: 'consoleSystem.editorSlide' },
] as const;
const engines: readonly EditorsSetting['word'][] = ['embedded', 'onlyoffice'];

/** Which editor opens which kind of document. */
export function EditorsCard({ editors }: { editors: EditorsSetting }) {
  const [draft, setDraft] = useState(editors);
  const [refused, setRefused] = useState<Record<string, string>>({});
  return (
    <FormCard
      title={t('consoleSystem.editors')}
      text={t('consoleSystem.editorsText')}
      fixed={[]}
      dirty={kinds.some(({ kind }) => draft[kind] !== editors[kind])}
      save={() => saveEditors(draft)}
      onRefused={setRefused}
    >
      <div className="grid gap-4 sm:grid-cols-3 sm:items-start">
        {kinds.map(({ kind, label }) => (
          <Select
            key={kind}
            label={t(label)}
            value={draft[kind]}
            options={engines.map((value) => ({ value, label: t(`consoleSystem.editor_${value}`) }))}
            error={refused[kind]}
            onChange={(engine) => setDraft({ ...draft, [kind]: engine })}
          />
        ))}
      </div>
    </FormCard>
  );
}
