import { useEffect, useState, type RefObject } from 'react';
import { num, t } from '~/i18n';
import { duration } from '~/i18n/format';

const RATES = [1, 1.25, 1.5, 2];

type Props = { media: RefObject<HTMLMediaElement | null> };

/** The moment that is played, and the length of the whole. */
export function MediaTime({ media }: Props) {
  const [time, setTime] = useState({ at: 0, of: 0 });
  useEffect(() => {
    const element = media.current;
    if (!element) return undefined;
    const read = () => setTime({ at: element.currentTime, of: element.duration });
    const events = ['timeupdate', 'durationchange', 'loadedmetadata', 'seeking'];
    read();
    events.forEach((name) => element.addEventListener(name, read));
    return () => events.forEach((name) => element.removeEventListener(name, read));
  }, [media]);
  return (
    <span className="media-own">
      {duration(time.at)} / {duration(time.of)}
    </span>
  );
}

/** Plays faster with each press, and from the fastest as recorded again. */
export function MediaRate({ media }: Props) {
  const [rate, setRate] = useState(1);
  return (
    <button
      type="button"
      className="media-own max-sm:hidden"
      aria-label={`${t('preview.speed')} ${num(rate)}`}
      onClick={() => {
        const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
        if (media.current) media.current.playbackRate = next;
        setRate(next);
      }}
    >
      {num(rate)}×
    </button>
  );
}
