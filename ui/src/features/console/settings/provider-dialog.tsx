import { useState } from 'react';
import { t } from '~/i18n';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import { SecretField } from '../secret-field';
import { providerCalls, type SignInProvider } from './api';
import { DraftButtons, DraftNotes } from './draft-notes';
import { useDraft } from './use-draft';

const icons = ['none', 'google', 'arvan', 'building', 'cloud', 'key', 'shield'] as const;

const blank: SignInProvider = {
  title_fa: '',
  title_en: '',
  icon: '',
  issuer: '',
  client_id: '',
  scopes: [],
  signup: false,
};

type Props = {
  /** Empty for a new one. */
  id: string;
  value: SignInProvider | null;
  /** Where the provider sends users back to, with {id}. */
  callback: string;
  onClose: () => void;
};

/** The form of a provider. */
export function ProviderDialog({ id: known, value: start, callback, onClose }: Props) {
  const [typed, setTyped] = useState(known);
  const id = typed.trim() || 'new';
  const draft = useDraft(start ?? blank, providerCalls(id), onClose);
  const { value, set, refused } = draft;
  const text = (field: 'title_fa' | 'title_en' | 'issuer' | 'client_id', latin = true, hint?: string) => (
    <TextField
      latin={latin}
      label={t(`connections.provider_${field}`)}
      hint={hint}
      autoComplete="off"
      maxLength={500}
      value={value[field]}
      error={refused[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const back = t('connections.callback');
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={known ? t('connections.providerTitle') : t('connections.addProvider')}
      footer={<DraftButtons busy={draft.busy} onTest={draft.test} onSave={draft.save} onCancel={onClose} />}
    >
      <form
        className="grid gap-4 sm:grid-cols-2 sm:items-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (!draft.busy) draft.save();
        }}
      >
        {text('title_fa', false)}
        {text('title_en')}
        {!known && (
          <TextField
            latin
            label={t('connections.providerId')}
            hint={t('connections.providerIdText')}
            autoComplete="off"
            maxLength={32}
            value={typed}
            error={refused['id']}
            onChange={(event) => setTyped(event.currentTarget.value.toLowerCase().replace(/[^a-z0-9-]/g, ''))}
          />
        )}
        <Select
          label={t('connections.icon')}
          value={icons.find((icon) => icon === value.icon) ?? 'none'}
          options={icons.map((icon) => ({ value: icon, label: t(`connections.icon_${icon}`) }))}
          error={refused['icon']}
          onChange={(icon) => set({ icon: icon === 'none' ? '' : icon })}
        />
        <div className="sm:col-span-2">{text('issuer', true, t('connections.issuerText'))}</div>
        {text('client_id')}
        <SecretField
          label={t('connections.clientSecret')}
          stored={!!value.has_secret}
          value={value.secret}
          error={refused['secret']}
          onChange={(secret) => set({ secret })}
        />
        <div className="sm:col-span-2">
          <CopyField
            label={back}
            value={callback.replace('{id}', id)}
            copyLabel={t('console.copy', { label: back })}
            copiedLabel={t('console.copied')}
          />
          <p className="mt-1.5 text-xs text-muted">{t('connections.callbackText')}</p>
        </div>
        <div className="sm:col-span-2">
          <Switch
            label={t('connections.signup')}
            hint={t('connections.signupText')}
            checked={value.signup}
            onChange={(signup) => set({ signup })}
          />
        </div>
        <div className="grid gap-3 empty:hidden sm:col-span-2">
          <DraftNotes tested={draft.tested} problem={draft.problem} good={t('connections.providerTested')} />
        </div>
      </form>
    </Dialog>
  );
}
