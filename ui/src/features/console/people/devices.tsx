import { KeyRound, MonitorSmartphone, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { methodWords } from '~/features/audit/sentence';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { ActDialog } from '../act-dialog';
import { endSession, endToken, type PersonDetails } from './api';
import { Part } from './part';

type Props = { person: PersonDetails; /** Whether the user of the console may end one of them. */ mayEnd: boolean };

/** The thing to end: a session on a device, or a token of a program. */
type Ending = { kind: 'session' | 'token'; id: string; name: string };

/** Where a person is signed in, and which programs act for them; each can be ended by itself. */
export function Devices({ person, mayEnd }: Props) {
  const [ending, setEnding] = useState<Ending | null>(null);
  const { sessions, tokens, user_id: user } = person;
  const act = (kind: Ending['kind'], id: string, name: string) =>
    mayEnd && (
      <Button
        kind="outline"
        aria-label={t(kind === 'session' ? 'consolePeople.endSessionOf' : 'consolePeople.endTokenOf', { name })}
        onClick={() => setEnding({ kind, id, name })}
      >
        {t(kind === 'session' ? 'consolePeople.endSession' : 'consolePeople.endToken')}
      </Button>
    );
  return (
    <>
      <Part title={t('consolePeople.sessions')}>
        {sessions.length === 0 && <p className="py-4 text-muted">{t('consolePeople.noSessions')}</p>}
        <ul className="divide-y divide-line">
          {sessions.map(({ session_id: id, device, address, method, used_at: used, created_at: made }) => (
            <Row
              key={id}
              Icon={MonitorSmartphone}
              name={device || t('consolePeople.unknownDevice')}
              facts={[address && <bdi dir="ltr">{address}</bdi>, method && methodWords(method)]}
              used={used}
              made={t('consolePeople.signedIn', { time: when(made) })}
              act={act('session', id, device || t('consolePeople.unknownDevice'))}
            />
          ))}
        </ul>
      </Part>
      {tokens.length > 0 && (
        <Part title={t('consolePeople.tokens')}>
          <ul className="divide-y divide-line">
            {tokens.map(({ token_id: id, name, may_write: writes, address, used_at: used, created_at: made }) => (
              <Row
                key={id}
                Icon={KeyRound}
                name={name}
                facts={[
                  t(writes ? 'consolePeople.tokenWrites' : 'consolePeople.tokenReads'),
                  address && <bdi dir="ltr">{address}</bdi>,
                ]}
                used={used}
                made={t('consolePeople.tokenMade', { time: when(made) })}
                act={act('token', id, name)}
              />
            ))}
          </ul>
        </Part>
      )}
      {ending && (
        <ActDialog
          danger
          title={t(ending.kind === 'session' ? 'consolePeople.endSessionTitle' : 'consolePeople.endTokenTitle', {
            name: ending.name,
          })}
          text={<p>{t(ending.kind === 'session' ? 'consolePeople.endSessionText' : 'consolePeople.endTokenText')}</p>}
          act={t(ending.kind === 'session' ? 'consolePeople.endSession' : 'consolePeople.endToken')}
          done={t(ending.kind === 'session' ? 'consolePeople.endSessionDone' : 'consolePeople.endTokenDone')}
          onAct={(reason) =>
            ending.kind === 'session' ? endSession(user, ending.id, reason) : endToken(user, ending.id, reason)
          }
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

type RowProps = {
  Icon: LucideIcon;
  name: string;
  facts: readonly ReactNode[];
  used: string | null;
  made: string;
  act: ReactNode;
};

function Row({ Icon, name, facts, used, made, act }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 py-2.5">
      <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          {facts.map((fact, index) => fact && <span key={index}>{fact}</span>)}
        </p>
        <p className="text-xs text-muted">
          {used ? (
            <span title={fullDate(used)}>{t('consolePeople.usedLast', { time: when(used) })}</span>
          ) : (
            t('consolePeople.neverUsed')
          )}
          {' · '}
          {made}
        </p>
      </div>
      {act}
    </li>
  );
}
