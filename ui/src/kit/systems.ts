export type System = 'windows' | 'mac' | 'ios' | 'android' | 'linux';

/** Names of products, the same in every language. */
export const systems: { system: System; label: string }[] = [
  { system: 'windows', label: 'Windows' },
  { system: 'mac', label: 'macOS' },
  { system: 'ios', label: 'iPhone, iPad' },
  { system: 'android', label: 'Android' },
  { system: 'linux', label: 'Linux' },
];

/** Which steps a person most likely needs. */
export function guessSystem(userAgent: string): System {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (userAgent.includes('Android')) return 'android';
  if (userAgent.includes('Mac OS X')) return 'mac';
  return /Linux|X11/.test(userAgent) ? 'linux' : 'windows';
}
