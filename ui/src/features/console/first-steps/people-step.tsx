import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSpaces } from '~/api/spaces';
import { isolate, num, t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { InviteDialog } from '../people/invite-dialog';
import { useMayChange } from '../use-rights';
import type { FirstSteps } from './api';
import { Facts } from './facts';
import { StepCard } from './step-card';

/** Whether anybody but the administrator is here, or was invited. */
export function PeopleStep({ steps }: { steps: FirstSteps }) {
  const { people, invited } = steps.people;
  const mayChange = useMayChange('people');
  const [inviting, setInviting] = useState(false);
  const space = useSpaces().data?.find(({ role }) => role === 'owner');
  return (
    <StepCard steps={steps} name="people" title={t('firstSteps.people')} why={t('firstSteps.peopleWhy')}>
      <Facts
        facts={[
          {
            title: t('firstSteps.accounts'),
            mark: people > 1 ? 'good' : 'plain',
            text: t('firstSteps.accountsOf', { n: people }),
          },
          { title: t('firstSteps.invited'), mark: invited > 0 ? 'good' : 'plain', text: num(invited) },
        ]}
      />
      {steps.mail.server === '' && <Notice tone="warning">{t('firstSteps.noMail')}</Notice>}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {space && (
            <Link
              href={`/workspace/${space.space_id}/teammates?add`}
              className={buttonClass(steps.people.state === 'done' ? 'outline' : 'solid', 'max-w-full')}
            >
              <UserPlus size={17} aria-hidden="true" />
              <span className="truncate">{t('firstSteps.inviteTo', { space: isolate(space.space_name) })}</span>
            </Link>
          )}
          <Button kind={space ? 'outline' : 'solid'} onClick={() => setInviting(true)}>
            {t('firstSteps.inviteAccount')}
          </Button>
        </div>
      )}
      <p className="text-sm text-pretty text-muted">
        {t('firstSteps.limitsText')}{' '}
        <Link href="/admin/settings" className="font-medium text-brand hover:underline">
          {t('firstSteps.openSettings')}
        </Link>
      </p>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </StepCard>
  );
}
