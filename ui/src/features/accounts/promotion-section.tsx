import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import * as v from 'valibot';
import { useApiForm } from '~/api/form';
import type { Promotion } from '~/api/types';
import { t } from '~/i18n';
import { day, fullDate, size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { promotionQuery, redeemPromotion } from './api';
import { filled } from './rules';

const schema = v.object({ promotion_code: filled });

/** Redeems a promotion code, which adds space once. */
export function PromotionSection() {
  const { data } = useQuery(promotionQuery);
  return (
    <Card title={t('profile.promotionTitle')} text={t('profile.promotionText')}>
      {!data && <Skeleton className="h-11 w-full" />}
      {data && (data.promotion_code ? <Used promotion={data} /> : <PromotionForm />)}
    </Card>
  );
}

function Used({ promotion: { promotion_code: code, storage, used_at: at } }: { promotion: Promotion }) {
  return (
    <p className="flex items-center gap-3 rounded-control bg-success-soft px-4 py-3">
      <Gift size={19} aria-hidden="true" className="shrink-0 text-success" />
      <span title={at ? fullDate(at) : undefined}>
        {t('profile.promotionUsed', { code: code ?? '', size: size(storage), when: at ? day(at) : '' })}
      </span>
    </p>
  );
}

function PromotionForm() {
  const { field, submit, busy, problem } = useApiForm({
    schema,
    values: { promotion_code: '' },
    at: {
      invalid_promotion_code: 'promotion_code',
      promotion_code_used: 'promotion_code',
      promotion_already_upgraded: 'promotion_code',
    },
    send: async ({ promotion_code: code }) => {
      await redeemPromotion(code.trim());
      toast({ kind: 'success', title: t('profile.promotionDone') });
    },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-52">
          <TextField {...field('promotion_code')} label={t('profile.promotionCode')} latin autoComplete="off" />
        </div>
        <Button type="submit" kind="outline" busy={busy} className="mt-7">
          {t('profile.promotionApply')}
        </Button>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </form>
  );
}
