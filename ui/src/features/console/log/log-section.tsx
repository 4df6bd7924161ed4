import { Pause, Play, ScrollText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { num, t } from '~/i18n';
import { clockOfLog } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { SearchField } from '~/kit/search-field';
import { SegmentedControl } from '~/kit/segmented-control';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { SectionFrame } from '../section-frame';
import { MOST, useLog, type Level, type Line } from './use-log';

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error'];

/** The newest lines of the server's log, and those that come. */
export function LogSection() {
  const [level, setLevel] = useState<Level>('info');
  const [text, setText] = useState('');
  const [paused, setPaused] = useState(false);
  const query = useDebouncedValue(text.trim(), 300);
  const log = useLog(level, query, paused);
  return (
    <SectionFrame
      title={t('consoleSystem.log')}
      actions={
        <Button
          kind="outline"
          aria-pressed={paused}
          icon={paused ? <Play size={17} aria-hidden="true" /> : <Pause size={17} aria-hidden="true" />}
          onClick={() => setPaused(!paused)}
        >
          {t(paused ? 'consoleSystem.follow' : 'consoleSystem.pause')}
        </Button>
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 sm:px-6">
        <SegmentedControl<Level>
          hideLabel
          label={t('consoleSystem.level')}
          value={level}
          segments={levels.map((value) => ({ value, label: t(`consoleSystem.level_${value}`) }))}
          onChange={setLevel}
        />
        <SearchField
          className="w-72 max-sm:w-full"
          label={t('consoleSystem.findLine')}
          value={text}
          onChange={(next) => setText(next.slice(0, 100))}
        />
        <span className="text-xs text-muted">{t('consoleSystem.logNote', { n: num(MOST) })}</span>
      </div>
      {log.error ? (
        <div className="p-6">
          <Trouble error={log.error} retry={log.retry} />
        </div>
      ) : (
        <Lines lines={log.lines} ready={log.ready} />
      )}
    </SectionFrame>
  );
}

const tones: Readonly<Record<Level, string>> = {
  debug: 'text-muted',
  info: 'text-muted',
  warn: 'text-warning',
  error: 'text-danger',
};

function Lines({ lines, ready }: { lines: readonly Line[]; ready: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  if (!ready)
    return (
      <div className="p-6">
        <RowsSkeleton rows={6} />
      </div>
    );
  if (lines.length === 0)
    return (
      <div className="grid flex-1 place-items-center">
        <State
          icon={<ScrollText size={34} />}
          title={t('consoleSystem.logEmpty')}
          text={t('consoleSystem.logEmptyText')}
        />
      </div>
    );
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('consoleSystem.lines')}
      aria-live="off"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      dir="ltr"
      onScroll={({ currentTarget: at }) => {
        follows.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto py-2 font-mono text-xs leading-relaxed focus-visible:-outline-offset-2"
    >
      {lines.map((line) => (
        <div
          key={line.number}
          className="flex gap-3 px-4 py-0.5 hover:bg-hover max-sm:flex-wrap max-sm:gap-x-2 sm:px-6"
        >
          <time dateTime={line.at} className="shrink-0 text-muted">
            {clockOfLog(line.at)}
          </time>
          <span className={cx('w-10 shrink-0 font-semibold', tones[line.level])}>{line.level}</span>
          <span className="min-w-0 flex-1 break-words max-sm:basis-full">{line.text}</span>
        </div>
      ))}
    </div>
  );
}
