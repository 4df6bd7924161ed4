import { KeySquare, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import type { ApiToken } from '~/api/types';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { Badge } from '~/page/people/person';
import { isolateLatin, t } from '~/i18n';
import { day, fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { revokeToken, useTokens } from './api';

const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog')).CreateDialog }));

/** The API tokens of the user. */
export function TokensTab() {
  const { data, error, refetch } = useTokens();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const create = (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('apitokens.create')}
    </Button>
  );
  return (
    <Card
      title={t('apitokens.title')}
      text={
        <>
          {t('apitokens.text')}{' '}
          <Link href="/help/api" className="font-semibold text-brand hover:underline">
            {isolateLatin(t('apitokens.samples'))}
          </Link>
        </>
      }
      footer={data && data.length > 0 && create}
    >
      {!data && !error && <RowsSkeleton />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {data?.length === 0 && (
        <State
          className="py-6!"
          icon={<KeySquare size={34} strokeWidth={1.6} />}
          title={t('apitokens.emptyTitle')}
          text={t('apitokens.emptyText')}
          actions={create}
        />
      )}
      {data && data.length > 0 && (
        <Settings>
          {data.map((token) => (
            <TokenRow key={token.token_id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </Settings>
      )}
      <Suspense>{creating && <CreateDialog onClose={() => setCreating(false)} />}</Suspense>
      {revoking && (
        <ConfirmDialog
          title={t('apitokens.revokeTitle', { name: revoking.name })}
          text={t('apitokens.revokeText')}
          yes={t('apitokens.revoke')}
          run={() =>
            revokeToken(revoking.token_id).then(
              () => void toast({ kind: 'success', title: t('apitokens.revoked') }),
              sayFault,
            )
          }
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  );
}

const isOver = ({ expires_at: at }: ApiToken) => at !== null && Date.parse(at) <= Date.now();

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <Setting
          icon={<KeySquare size={20} />}
          title={<bdi className="truncate">{token.name}</bdi>}
          badges={
            <>
              <Badge>{t(token.may_write ? 'apitokens.writes' : 'apitokens.reads')}</Badge>
              {isOver(token) && <Badge tone="danger">{t('apitokens.over')}</Badge>}
            </>
          }
          text={
            <>
              <span className="block truncate">
                <bdi dir="ltr" className="font-mono">
                  {token.hint}
                </bdi>{' '}
                ·{' '}
                <bdi>
                  {token.spaces.map(({ title }) => title).join(t('apitokens.comma')) || t('apitokens.allSpaces')}
                </bdi>
              </span>
              <span className="block">
                <Used token={token} /> · <Ends token={token} />
              </span>
            </>
          }
        />
      </div>
      <IconButton label={t('apitokens.revokeOf', { name: token.name })} onClick={onRevoke}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function Used({ token: { last_used: used, address, created_at: at } }: { token: ApiToken }) {
  if (!used) return <span title={fullDate(at)}>{t('apitokens.unused', { when: when(at) })}</span>;
  return (
    <span title={fullDate(used)}>
      {address ? t('apitokens.usedFrom', { when: when(used), address }) : t('apitokens.used', { when: when(used) })}
    </span>
  );
}

function Ends({ token: { expires_at: at } }: { token: ApiToken }) {
  return at ? <span title={fullDate(at)}>{t('apitokens.until', { when: day(at) })}</span> : t('apitokens.forEver');
}
