import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import * as v from 'valibot';
import { Fault, faultText, keyText } from '~/api/fault';
import { useApiForm } from '~/api/form';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { PasswordField, TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useAct } from '~/page/use-act';
import { forgetBucketKeys, importBucket, saveBucketKeys, useBucketKeys, useBuckets, type BucketKeys } from './api';
import { DestinationStep } from './destination-step';
import { hostOf, type Start } from './draft';
import { refusalsAt } from './refusals';
import { StepDialog } from './step-dialog';
import { useBegin } from './use-begin';

type Props = { start: Start; onClose: () => void };

const TOTAL = 3;

/** A bucket: the keys of the account, the bucket, a destination. Keys that are kept are not asked for again. */
export function BucketDialog({ start, onClose }: Props) {
  const keys = useBucketKeys();
  const [changing, setChanging] = useState(false);
  const [bucket, setBucket] = useState('');
  const [chosen, setChosen] = useState(false);
  const known = keys.data ?? null;
  if (keys.isPending || keys.error)
    return (
      <StepDialog kind="bucket" step={1} total={TOTAL} onClose={onClose}>
        {keys.error ? <Trouble error={keys.error} retry={keys.refetch} /> : <RowsSkeleton rows={3} />}
      </StepDialog>
    );
  if (!known || changing)
    return (
      <KeysStep
        known={known}
        onClose={onClose}
        onBack={known ? () => setChanging(false) : undefined}
        onSaved={() => setChanging(false)}
      />
    );
  if (!chosen)
    return (
      <ChooseStep
        keys={known}
        bucket={bucket}
        onChange={setBucket}
        onClose={onClose}
        onKeys={() => setChanging(true)}
        onNext={() => setChosen(true)}
      />
    );
  return <BucketTarget start={start} bucket={bucket} onClose={onClose} onBack={() => setChosen(false)} />;
}

const requiredRule = () => v.nonEmpty<string, () => string>(() => keyText('required'));
const schema = v.object({
  endpoint: v.pipe(
    v.string(),
    v.trim(),
    requiredRule(),
    v.check(
      (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
      () => t('imports.urlWrong'),
    ),
  ),
  region: v.pipe(v.string(), v.trim()),
  access_key: v.pipe(v.string(), v.trim(), requiredRule()),
  secret_key: v.pipe(v.string(), v.trim(), requiredRule()),
});

const atFields = refusalsAt('endpoint', 'secret_key');

type Known = Omit<BucketKeys, 'secret_key'>;
type KeysProps = { known: Known | null; onClose: () => void; onBack?: (() => void) | undefined; onSaved: () => void };

function KeysStep({ known, onClose, onBack, onSaved }: KeysProps) {
  const id = useId();
  const { busy: forgetting, act } = useAct();
  const { field, submit, busy, problem } = useApiForm({
    schema,
    values: {
      endpoint: known?.endpoint ?? 'https://s3.ir-thr-at1.arvanstorage.ir',
      region: known?.region ?? '',
      access_key: known?.access_key ?? '',
      secret_key: '',
    },
    at: atFields,
    send: (keys) => saveBucketKeys(keys).then(onSaved),
  });
  const plain = { latin: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <StepDialog
      kind="bucket"
      step={1}
      total={TOTAL}
      onClose={onClose}
      onBack={onBack}
      next={
        <Button type="submit" form={id} kind="solid" busy={busy}>
          {t('common.next')}
        </Button>
      }
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr] sm:items-start">
          <TextField
            {...plain}
            {...field('endpoint')}
            label={t('imports.endpoint')}
            hint={t('imports.endpointHint')}
            inputMode="url"
            maxLength={500}
          />
          <TextField
            {...plain}
            {...field('region')}
            label={t('imports.region')}
            hint={t('imports.regionHint')}
            maxLength={100}
          />
        </div>
        <TextField {...plain} {...field('access_key')} label={t('imports.accessKey')} maxLength={300} />
        <PasswordField
          {...field('secret_key')}
          label={t('imports.secretKey')}
          hint={t('imports.secretKeyHint')}
          autoComplete="off"
          maxLength={300}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
        {known && (
          <Button
            className="-ms-3 justify-self-start text-danger!"
            busy={forgetting}
            onClick={() => void act(forgetBucketKeys).then((done) => done && onSaved())}
          >
            {t('imports.forgetKeys')}
          </Button>
        )}
      </form>
    </StepDialog>
  );
}

type ChooseProps = {
  keys: Known;
  bucket: string;
  onChange: (bucket: string) => void;
  onClose: () => void;
  onKeys: () => void;
  onNext: () => void;
};

function ChooseStep({ keys, bucket, onChange, onClose, onKeys, onNext }: ChooseProps) {
  const { buckets, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useBuckets(true);
  const denied = error instanceof Fault && error.key === 'import_source_denied';
  return (
    <StepDialog
      kind="bucket"
      step={2}
      total={TOTAL}
      onClose={onClose}
      next={
        <Button kind="solid" disabled={!buckets?.some(({ bucket_name: name }) => name === bucket)} onClick={onNext}>
          {t('common.next')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 rounded-control bg-sunken py-1 ps-3 pe-1">
          <KeyRound size={17} aria-hidden="true" className="shrink-0 text-muted" />
          <p className="min-w-0 flex-1 py-1">
            <bdi className="block truncate font-medium">{keys.access_key}</bdi>
            <bdi className="block truncate text-xs text-muted">{hostOf(keys.endpoint)}</bdi>
          </p>
          <Button className="text-brand!" onClick={onKeys}>
            {t('imports.otherKeys')}
          </Button>
        </div>
        {!buckets && !error && <RowsSkeleton rows={3} />}
        {!buckets &&
          error &&
          (denied ? <Notice tone="danger">{faultText(error)}</Notice> : <Trouble error={error} retry={refetch} />)}
        {buckets?.length === 0 && <Notice title={t('imports.noBuckets')}>{t('imports.noBucketsText')}</Notice>}
        {buckets && buckets.length > 0 && (
          <ChoiceCards
            label={t('imports.chooseBucket')}
            value={bucket}
            onChange={onChange}
            choices={buckets.map(({ bucket_name: name, created_at: at }) => ({
              value: name,
              label: name,
              ...(at && { hint: t('imports.bucketMade', { day: day(at) }) }),
            }))}
          />
        )}
        {hasNextPage && (
          <Button kind="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('imports.moreBuckets')}
          </Button>
        )}
      </div>
    </StepDialog>
  );
}

function BucketTarget({ start, bucket, onClose, onBack }: Props & { bucket: string; onBack: () => void }) {
  const begin = useBegin({
    start,
    folder: bucket,
    send: (where) => importBucket(start.spaceId, { bucket_name: bucket, ...where }),
  });
  return (
    <DestinationStep kind="bucket" step={3} total={TOTAL} start={start} begin={begin} onBack={onBack} onClose={onClose}>
      <Notice>{t('imports.bucketOnce')}</Notice>
    </DestinationStep>
  );
}
