import { useState } from 'react';
import { isRtl, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { SegmentedControl } from '~/kit/segmented-control';
import { Select } from '~/kit/select';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useTemplates } from './outbox-api';
import { Letter } from './message-detail';
import { kindWords } from './outbox-words';

type Language = 'fa' | 'en';

/** Every kind of message in both languages, with sample data. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const [language, setLanguage] = useState<Language>(isRtl() ? 'fa' : 'en');
  const [kind, setKind] = useState('code');
  const { data, error, refetch } = useTemplates(language);
  const shown = data?.find((template) => template.kind === kind);
  return (
    <Dialog
      open
      calm
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('consoleSystem.templates')}
      footer={<Button onClick={onClose}>{t('consoleSystem.close')}</Button>}
    >
      {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={3} />)}
      {data && shown && (
        <div className="grid gap-4">
          <div className="grid items-end gap-3 sm:grid-cols-2">
            <Select
              label={t('consoleSystem.kind')}
              value={kind}
              options={data.map((template) => ({ value: template.kind, label: kindWords(template.kind) }))}
              onChange={setKind}
            />
            <SegmentedControl<Language>
              label={t('consoleSystem.language')}
              value={language}
              segments={[
                { value: 'fa', label: t('consoleSystem.persian') },
                { value: 'en', label: t('consoleSystem.english') },
              ]}
              onChange={setLanguage}
            />
          </div>
          <Letter subject={shown.subject} text={shown.text} language={language} />
          {shown.sms && (
            <>
              <h3 className="font-semibold">{t('consoleSystem.asSms')}</h3>
              <Letter subject="" text={shown.sms} language={language} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
