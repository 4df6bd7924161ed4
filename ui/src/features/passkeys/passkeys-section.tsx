import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { Badge } from '~/page/people/person';
import type { Passkey } from '~/api/types';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { removePasskey, usePasskeys } from './api';
import { obstacle } from './support';

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog')).NameDialog }));

type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

/** Keys of the user's devices, in place of a password. */
export function PasskeysSection() {
  const { data, error, refetch } = usePasskeys();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [missing] = useState(obstacle);
  const handleClose = () => setAsked(null);
  return (
    <Card
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      footer={
        data &&
        !missing && (
          <Button kind="soft" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAsked({ what: 'add' })}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {!data && !error && <RowsSkeleton rows={1} />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {missing && <Notice>{t(`passkeys.${missing}`)}</Notice>}
      {data?.length === 0 && !missing && <p className="text-muted">{t('passkeys.none')}</p>}
      {data && data.length > 0 && (
        <Settings label={t('passkeys.title')}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.passkey_id} passkey={passkey} onAsk={(what) => setAsked({ what, passkey })} />
          ))}
        </Settings>
      )}
      <Suspense>
        {asked?.what === 'add' && <NameDialog onClose={handleClose} />}
        {asked?.what === 'rename' && <NameDialog passkey={asked.passkey} onClose={handleClose} />}
        {asked?.what === 'remove' && <Removal passkey={asked.passkey} onClose={handleClose} />}
      </Suspense>
    </Card>
  );
}

function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk: (what: 'rename' | 'remove') => void }) {
  const { name, created_at: at, last_used: used, synced } = passkey;
  return (
    <li className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <Setting
          icon={<Fingerprint size={20} />}
          title={<bdi className="truncate">{name}</bdi>}
          badges={synced && <Badge>{t('passkeys.synced')}</Badge>}
          text={
            <>
              <span title={fullDate(at)}>{t('passkeys.made', { when: when(at) })}</span> ·{' '}
              {used ? (
                <span title={fullDate(used)}>{t('passkeys.used', { when: when(used) })}</span>
              ) : (
                t('passkeys.unused')
              )}
            </>
          }
        />
      </div>
      <IconButton label={t('passkeys.renameOf', { name })} onClick={() => onAsk('rename')}>
        <Pencil size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('passkeys.removeOf', { name })} onClick={() => onAsk('remove')}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function Removal({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const run = async () => {
    try {
      await removePasskey(passkey.passkey_id);
      toast({ kind: 'success', title: t('passkeys.removed') });
    } catch (error) {
      sayFault(error);
    }
  };
  return (
    <ConfirmDialog
      title={t('passkeys.removeTitle', { name: passkey.name })}
      text={t('passkeys.removeText')}
      yes={t('passkeys.remove')}
      run={run}
      onClose={onClose}
    />
  );
}
