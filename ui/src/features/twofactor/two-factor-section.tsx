import { lazy, Suspense, useState } from 'react';
import { useChannels } from '~/api/channels';
import type { User } from '~/api/types';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { Card } from '~/kit/layout';
import { Settings } from '~/kit/setting';
import { useTwoFactor, type Method } from './api';
import { MethodRow } from './method-row';
import { methods } from './methods';
import { StaticRow } from './static-row';

const EnrolDialog = lazy(async () => ({ default: (await import('./enrol-dialog')).EnrolDialog }));
const DisableDialog = lazy(async () => ({ default: (await import('./disable-dialog')).DisableDialog }));
const StaticDialog = lazy(async () => ({ default: (await import('./static-dialog')).StaticDialog }));

type Asked = { what: 'enrol' | 'disable'; method: Method } | { what: 'static' };

/** A second question at sign-in, after the password. */
export function TwoFactorSection({ me }: { me: User }) {
  const { data, error, refetch } = useTwoFactor();
  const [asked, setAsked] = useState<Asked | null>(null);
  const handleClose = () => setAsked(null);
  const channels = useChannels();
  const works = { totp: true, email: channels.email, sms: channels.mobile };
  const on = data?.methods.map(({ method }) => method) ?? [];
  // What is on stays in sight, for it has to be turned off when its codes no longer come.
  const offered = methods.filter((method) => works[method] || on.includes(method));
  return (
    <Card
      title={t('twofactor.title')}
      text={t('twofactor.text')}
      badge={
        data && (
          <Badge tone={data.is_active ? 'success' : 'calm'}>
            {t(data.is_active ? 'twofactor.on' : 'twofactor.off')}
          </Badge>
        )
      }
    >
      {!data && !error && <RowsSkeleton rows={3} />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {data && (
        <Settings>
          {offered.map((method) => (
            <MethodRow
              key={method}
              method={method}
              works={works[method]}
              view={data.methods.find((view) => view.method === method)}
              me={me}
              onEnable={() => setAsked({ what: 'enrol', method })}
              onDisable={() => setAsked({ what: 'disable', method })}
            />
          ))}
          {data.is_active && <StaticRow left={data.static_codes_left} onNew={() => setAsked({ what: 'static' })} />}
        </Settings>
      )}
      <Suspense>
        {asked?.what === 'enrol' && (
          <EnrolDialog method={asked.method} me={me} first={data?.static_codes_left === 0} onClose={handleClose} />
        )}
        {asked?.what === 'disable' && (
          <DisableDialog method={asked.method} last={on.length === 1} onClose={handleClose} />
        )}
        {asked?.what === 'static' && <StaticDialog methods={on} onClose={handleClose} />}
      </Suspense>
    </Card>
  );
}
