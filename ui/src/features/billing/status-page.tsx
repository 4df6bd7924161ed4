import { FileText } from 'lucide-react';
import { Link } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { FailureState } from '~/page/failure-state';
import { t, useLang } from '~/i18n';
import { day, size } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { Page } from '~/page/page';
import { useCurrentPlan, useInvoices, type CurrentPlan, type Invoice } from './api';
import { BuyerOfSpace } from './buyer-card';
import { SellingGuard, Titled } from './selling-guard';
import { UsageDetails, Used } from './usage';
import { TrialStatus } from './trial';
import { daysUntil, GIB, money, planTitle, states } from './words';

const tones: Partial<Record<CurrentPlan['status'], string>> = {
  grace: 'bg-warning-soft text-warning',
  expired: 'bg-danger-soft text-danger',
  trial: 'bg-brand-soft text-brand',
};

/** The plan of a workspace, what is used of it, and the invoices. */
export function StatusPage({ params: { workspace_id: spaceId = '' } }: { params: { workspace_id?: string } }) {
  useLang();
  return (
    <SellingGuard
      title="billing.statusTitle"
      otherwise={
        <Titled title="billing.usageTitle">
          <UsagePage spaceId={spaceId} />
        </Titled>
      }
    >
      <Status spaceId={spaceId} />
    </SellingGuard>
  );
}

/** What a workspace uses of its limits where nothing is sold. */
function UsagePage({ spaceId }: { spaceId: string }) {
  const { data: current, error, refetch } = useCurrentPlan(spaceId);
  return (
    <Page narrow title={t('billing.usageTitle')}>
      {!current && error && <FailureState error={error} retry={refetch} />}
      {!current && !error && <Skeleton className="h-72 w-full rounded-card" />}
      {current && (
        <Card text={t('billing.usageText')}>
          <Usage current={current} users={current.use.member_limit} storage={current.use.storage_limit} />
          <p className="text-muted">{t('billing.usageAsk', { name: current.owner.name })}</p>
        </Card>
      )}
    </Page>
  );
}

function Usage({ current, users, storage }: { current: CurrentPlan; users: number; storage: number }) {
  return (
    <>
      <Used
        label={t('billing.rowMembers')}
        value={current.members}
        max={users}
        words={
          users > 0
            ? t('billing.membersUsed', { used: current.members, total: users })
            : t('billing.users', { n: current.members })
        }
      />
      <Used
        label={t('billing.rowStorage')}
        value={current.storage_used}
        max={storage}
        words={
          storage > 0
            ? t('frame.storageUsed', { used: size(current.storage_used), total: size(storage) })
            : t('frame.storageFree', { used: size(current.storage_used) })
        }
      />
      <UsageDetails use={current.use} />
    </>
  );
}

function Status({ spaceId }: { spaceId: string }) {
  const { data: current, error, refetch } = useCurrentPlan(spaceId);
  const mayBuy = can(usePermissions(spaceId).data, 'update', 'plan');
  return (
    <Page narrow title={t('billing.statusTitle')}>
      {!current && error && <FailureState error={error} retry={refetch} />}
      {!current && !error && <Skeleton className="h-72 w-full rounded-card" />}
      {current && <Current spaceId={spaceId} current={current} mayBuy={mayBuy} />}
      {current && mayBuy && <BuyerOfSpace spaceId={spaceId} />}
      {current && mayBuy && <Invoices spaceId={spaceId} />}
    </Page>
  );
}

/** When it ends, and in how many days. */
function validity({ ends_at: end }: CurrentPlan): string {
  if (!end) return t('billing.forEver');
  const until = t('billing.until', { date: day(end) });
  const left = daysUntil(end);
  if (left < 0) return until;
  return `${until} · ${left === 0 ? t('billing.endsToday') : t('billing.daysLeft', { n: left })}`;
}

type Props = { spaceId: string; current: CurrentPlan; mayBuy: boolean };

function Current({ spaceId, current, mayBuy }: Props) {
  const { plan, status, users_count: users, extra_storage: extra } = current;
  const storage = plan.storage === 0 ? 0 : plan.storage + extra * GIB;
  const urgent = status === 'grace' || status === 'expired' || status === 'trial';
  return (
    <Card
      title={planTitle(plan)}
      badge={
        <span
          className={cx(
            'rounded-md px-2 py-0.5 text-xs font-semibold',
            tones[status] ?? 'bg-success-soft text-success',
          )}
        >
          {t(states[status])}
        </span>
      }
      text={validity(current)}
      footer={
        mayBuy && (
          <>
            <Link href={`/plans?space=${spaceId}`} className={buttonClass('ghost')}>
              {t('billing.seePlans')}
            </Link>
            {current.can_upgrade && (
              <Link href={`/workspace/${spaceId}/upgrade`} className={buttonClass(urgent ? 'outline' : 'solid')}>
                {t('billing.upgrade')}
              </Link>
            )}
            {current.can_renew && (
              <Link href={`/workspace/${spaceId}/renew`} className={buttonClass(urgent ? 'solid' : 'outline')}>
                {t('billing.renew')}
              </Link>
            )}
          </>
        )
      }
    >
      {status === 'grace' && current.ends_at && current.locked_at && (
        <Notice tone="warning">
          {t('billing.graceText', { date: day(current.ends_at), lock: day(current.locked_at) })}
        </Notice>
      )}
      {status === 'trial' && <TrialStatus current={current} />}
      {status === 'expired' && <Notice tone="warning">{t('billing.expiredText')}</Notice>}
      <Usage current={current} users={users} storage={storage} />
      {extra > 0 && <p className="text-xs text-muted">{t('billing.extraOf', { n: extra })}</p>}
      {!mayBuy && <p className="text-muted">{t('billing.askText', { name: current.owner.name })}</p>}
    </Card>
  );
}

const intents = {
  create: 'billing.intentCreate',
  create_auto: 'billing.intentCreate',
  renew: 'billing.intentRenew',
  upgrade: 'billing.intentUpgrade',
} as const;

const statuses = {
  draft: 'billing.draft',
  pending: 'billing.pending',
  paid: 'billing.paid',
  applied: 'billing.paid',
  failed: 'billing.failed',
  void: 'billing.void',
  refunded: 'billing.refunded',
} as const;

const statusOf = ({ status, sent_at }: Invoice) =>
  status === 'pending' && sent_at ? t('billing.sent') : t(statuses[status]);

function Invoices({ spaceId }: { spaceId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvoices(spaceId, true);
  const all = data?.pages.flatMap(({ invoices }) => invoices).filter(({ status }) => status !== 'draft');
  return (
    <Card title={t('billing.invoices')}>
      {!all && (error ? <FailureState error={error} retry={refetch} /> : <Skeleton className="h-16 w-full" />)}
      {all?.length === 0 && <p className="text-muted">{t('billing.invoicesNone')}</p>}
      {all && all.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {all.map((invoice) => (
            <li key={invoice.payment_id}>
              <Link
                href={`/payment/${invoice.payment_id}`}
                className="-mx-3 flex items-center gap-3 rounded-control px-3 py-3 transition hover:bg-hover"
              >
                <FileText size={18} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {t(intents[invoice.intent])} · {planTitle(invoice.plan)}
                    {invoice.number && (
                      <span className="font-normal text-muted">
                        {' · '}
                        <bdi dir="ltr">{invoice.number}</bdi>
                      </span>
                    )}
                  </span>
                  <span className="block text-xs text-muted">
                    {day(invoice.paid_at ?? invoice.created_at)} · {statusOf(invoice)}
                  </span>
                </span>
                <span className="shrink-0 font-medium">{money(invoice.total, invoice.currency)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button kind="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('billing.moreInvoices')}
          </Button>
        </div>
      )}
    </Card>
  );
}
