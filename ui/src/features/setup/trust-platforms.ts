import { guessSystem, systems, type System } from '~/kit/systems';

/** A system, or a browser that has a list of authorities of its own. */
export type Platform = System | 'firefox';

type Visitor = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** What a visitor most likely has, before all others. */
export function platformsFor({ userAgent, maxTouchPoints }: Visitor): { value: Platform; label: string }[] {
  const all: { value: Platform; label: string }[] = [
    ...systems.map(({ system: value, label }) => ({ value, label })),
    { value: 'firefox', label: 'Firefox' },
  ];
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const system = userAgent.includes('Mac OS X') && maxTouchPoints > 1 ? 'ios' : guessSystem(userAgent);
  // On Linux, Firefox does not read the system's list; elsewhere it does.
  const isFirefox = userAgent.includes('Firefox/');
  const first: Platform[] = !isFirefox ? [system] : system === 'linux' ? ['firefox', system] : [system, 'firefox'];
  const rank = ({ value }: { value: Platform }) => (first.includes(value) ? first.indexOf(value) : first.length);
  return all.toSorted((a, b) => rank(a) - rank(b));
}
