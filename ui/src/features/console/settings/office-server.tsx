import { useState, type ReactNode } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Switch } from '~/kit/switch';
import type { OfficeServer, Source, WopiServer } from './api';
import { ConnectionCard } from './connection-card';
import type { Draft } from './use-draft';

type CardProps = {
  readonly title: string;
  readonly text: string;
  readonly source: Source;
  readonly url: string;
  readonly lost?: boolean;
  readonly forget: () => Promise<void>;
  readonly renderForm: (onClose: () => void) => ReactNode;
};

/** A server that edits documents of several people at once; `renderForm` is how it is entered. */
export function OfficeServerCard({ title, text, source, url, lost, forget, renderForm }: CardProps) {
  const [open, setOpen] = useState(false);
  if (open) return renderForm(() => setOpen(false));
  return (
    <ConnectionCard
      title={title}
      text={text}
      source={source}
      instead=""
      forget={forget}
      onOpen={() => setOpen(true)}
      summary={
        url === '' ? (
          <span className="text-muted">{t('connections.officeNone')}</span>
        ) : (
          <>
            <bdi dir="ltr" className="break-all">
              {url}
            </bdi>
            {lost && <span className="text-danger">{t('connections.lost')}</span>}
            {url.startsWith('http:') && <Notice tone="warning">{t('connections.officePlain')}</Notice>}
          </>
        )
      }
    />
  );
}

/** Fields that office servers of all kinds have. */
type Server = Pick<OfficeServer & WopiServer, 'url' | 'internal_url' | 'own_url' | 'skip_verify'>;

type FieldsProps<T extends Server & object> = {
  readonly draft: Draft<T>;
  /** The address of this server for browsers. */
  readonly reachedAt: string;
  /** Fields behind the address of the office server. */
  readonly secret?: ReactNode;
  /** Fields behind all addresses. */
  readonly more?: ReactNode;
};

/** The addresses at which browsers and the two servers reach each other, and how the certificate is checked. */
export function OfficeServerFields<T extends Server & object>({ draft, reachedAt, secret, more }: FieldsProps<T>) {
  const { value, refused } = draft;
  const set = (change: Partial<Server>) => draft.set(change as Partial<T>);
  const text = (field: 'url' | 'internal_url' | 'own_url', hint: string) => (
    <TextField
      latin
      type="url"
      label={t(`connections.office_${field}`)}
      hint={hint}
      maxLength={500}
      value={value[field]}
      error={refused[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {text('url', t('connections.officeUrlText'))}
      {secret}
      {text('internal_url', t('connections.officeInternalText'))}
      {text('own_url', t('connections.officeOwnText', { address: `\u2066${reachedAt}\u2069` }))}
      {more}
      <Switch
        label={t('connections.officeSkip')}
        hint={t('connections.officeSkipText')}
        checked={value.skip_verify}
        onChange={(skip) => set({ skip_verify: skip })}
      />
      {value.url.startsWith('http:') && (
        <div className="sm:col-span-2">
          <Notice tone="warning">
            {t(reachedAt.startsWith('https:') ? 'connections.officeMixed' : 'connections.officePlain')}
          </Notice>
        </div>
      )}
    </>
  );
}
