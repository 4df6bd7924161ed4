import { useState } from 'react';
import type { ImportsSetting } from '~/api/types.gen';
import { t } from '~/i18n';
import { Notice } from '~/kit/notice';
import { Switch } from '~/kit/switch';
import { FormCard } from './form-card';
import { saveImports } from './settings-api';

/** Whether people may import from addresses of the own network. */
export function ImportsCard({ imports }: { imports: ImportsSetting }) {
  const [own, setOwn] = useState(imports.own_network);
  const [refused, setRefused] = useState<Record<string, string>>({});
  return (
    <FormCard
      title={t('consoleSystem.imports')}
      text={t('consoleSystem.importsText')}
      fixed={[]}
      dirty={own !== imports.own_network}
      save={() => saveImports({ own_network: own })}
      onRefused={setRefused}
    >
      <Switch
        label={t('consoleSystem.importsOwn')}
        hint={t('consoleSystem.importsOwnHint')}
        checked={own}
        onChange={setOwn}
      />
      {own && !imports.own_network && <Notice tone="warning">{t('consoleSystem.importsOwnRisk')}</Notice>}
      {refused['own_network'] && <Notice tone="danger">{refused['own_network']}</Notice>}
    </FormCard>
  );
}
