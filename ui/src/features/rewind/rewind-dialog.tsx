import { useState } from 'react';
import type { PastEntry } from '~/api/types';
import { faultText } from '~/api/fault';
import { useMutation } from '~/api/use-mutation';
import { t, useLang } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';
import { toast } from '~/kit/toast';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { bringBack, usePast, usePreview, type Chosen } from './api';
import { MomentPicker } from './moment-picker';
import { PastList } from './past-list';
import { PreviewList } from './preview-list';
import { openRewind, type Target } from './start';
import { useTrail } from './use-trail';

const HOUR = 60 * 60_000;

/** A directory as it was: the user chooses a moment, sees the changes, and restores it. */
export function RewindDialog({ target: top, onClose }: { target: Target; onClose: () => void }) {
  useLang();
  const trail = useTrail(top);
  const { target, inside } = trail;
  const [now] = useState(() => Date.now());
  const [at, setAt] = useState(top.at ?? now - HOUR);
  // While the slider moves nothing is asked.
  const calm = useDebouncedValue(at);
  const iso = new Date(calm).toISOString();
  const past = usePast(target, iso);
  const [picked, setPicked] = useState<ReadonlyMap<string, PastEntry>>(new Map());
  const [asked, setAsked] = useState<Chosen | null>(null);
  const preview = usePreview(target, asked);
  const rewind = useMutation({
    mutationFn: async (chosen: Chosen) => {
      const when = dateTime(calm);
      const done = picked.size > 0 ? t('rewind.doneSome', { n: picked.size, when }) : t('rewind.done', { when });
      let open = true;
      const close = () => {
        open = false;
        onClose();
      };
      try {
        const before = await bringBack(target, chosen, close);
        toast({
          title: done,
          kind: 'success',
          timeout: 12_000,
          // Others may have changed something since, so the way back is looked at first.
          action: { label: t('rewind.goBack'), onClick: () => openRewind({ ...top, at: before }) },
        });
        if (open) close();
      } catch (error) {
        if (open) throw error;
        toast({ title: t('rewind.stopped', { reason: faultText(error) }), kind: 'error', timeout: 0 });
      }
    },
  });

  const changeMoment = (step: () => void) => {
    step();
    setPicked(new Map());
  };
  const choose = (entry: PastEntry) => {
    const next = new Map(picked);
    if (!next.delete(entry.id)) next.set(entry.id, entry);
    setPicked(next);
  };
  const idsOf = (type: PastEntry['type']) =>
    [...picked.values()].filter((entry) => entry.type === type).map(({ id }) => id);
  const handleAsk = () => setAsked({ at: iso, files: idsOf('file'), directories: idsOf('directory') });
  const problem = rewind.error ?? preview.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="lg"
      title={asked ? t('rewind.previewTitle') : t('rewind.titleOf', { name: target.name })}
      description={asked ? t('rewind.as', { when: dateTime(calm) }) : t('rewind.about')}
      footer={
        asked ? (
          <>
            <Button onClick={() => setAsked(null)}>{t('rewind.back')}</Button>
            <Button
              kind="solid"
              disabled={!preview.data || preview.data.total === 0}
              busy={rewind.isPending}
              onClick={() => rewind.mutate(asked)}
            >
              {t('rewind.confirm')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              kind="solid"
              disabled={!past.data || past.isPlaceholderData || calm !== at || inside?.trashed}
              onClick={handleAsk}
            >
              {picked.size > 0 ? t('rewind.restoreChosen', { n: picked.size }) : t('rewind.restoreWhole')}
            </Button>
          </>
        )
      }
    >
      <div className="min-h-80">
        {problem && (
          <div className="pb-3">
            <Notice tone="danger">{faultText(problem)}</Notice>
          </div>
        )}
        {asked ? (
          preview.data ? (
            <PreviewList preview={preview.data} />
          ) : (
            !preview.error && <Spinner />
          )
        ) : (
          <>
            <MomentPicker
              now={now}
              at={at}
              onChange={(next) => {
                setAt(next);
                changeMoment(trail.reset);
              }}
            />
            <h3 className="pt-4 pb-1 font-bold" role="status">
              {t('rewind.as', { when: dateTime(at) })}
            </h3>
            {inside && (
              <Button kind="soft" className="mb-2" onClick={() => changeMoment(trail.leave)}>
                {t('rewind.up', { name: trail.above })}
              </Button>
            )}
            <PastList
              past={past}
              chosen={new Set(picked.keys())}
              onChoose={inside?.trashed ? null : choose}
              onEnter={(entry) => changeMoment(() => trail.enter(entry))}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
