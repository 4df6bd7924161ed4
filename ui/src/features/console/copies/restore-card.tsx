import type { RestoreState } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { fullDate, size } from '~/i18n/format';
import { Card } from '~/kit/layout';
import { Meter } from '~/kit/meter';
import { Notice } from '~/kit/notice';

/** What keeps a restore from its end. */
export function RestoreNotices({ state: { damaged, problem } }: { state: RestoreState }) {
  return (
    <>
      {damaged > 0 && <Notice tone="danger" title={t('consoleSystem.restoreDamaged', { n: damaged })} />}
      {problem && (
        <Notice tone="warning" title={t('consoleSystem.restoreStalled')}>
          <p dir="ltr" className="text-start wrap-anywhere">
            {problem}
          </p>
        </Notice>
      )}
    </>
  );
}

/** How far a restore is that the server works on already. */
export function RestoreCard({ state }: { state: RestoreState }) {
  const { from, at, targets, objects, all, bytes, all_bytes: total } = state;
  const arrived = t('consoleSystem.restoreArrived', { size: size(total - bytes), all: size(total) });
  return (
    <Card
      title={t('consoleSystem.restoreUnderWay')}
      text={t('consoleSystem.restoreUnderWayText', { name: from, time: fullDate(at) })}
    >
      <div className="grid gap-3">
        <p className="font-semibold">{arrived}</p>
        <Meter
          label={t('consoleSystem.restoreUnderWay')}
          value={total - bytes}
          max={total}
          valueText={arrived}
          className="h-2.5"
        />
        <p className="text-sm text-muted">{t('consoleSystem.restoreLeft', { n: objects, all: num(all) })}</p>
        {targets.map((target) => (
          <p key={target} className="text-sm text-muted">
            {t('consoleSystem.copyTarget')}{' '}
            <bdi dir="ltr" className="wrap-anywhere">
              {target}
            </bdi>
          </p>
        ))}
      </div>
    </Card>
  );
}
