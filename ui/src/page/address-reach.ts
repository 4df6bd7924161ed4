/** Who can open an address: only this machine, only its network, or anyone. */
export type Reach = 'machine' | 'network' | 'anyone';

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Addresses that no router of the internet forwards (RFC 1918, 3927, 4193, 4291, 6598), and names that only a network knows. */
const local =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cd][\da-f]{2}:.*\]|\[fe[89ab][\da-f]:.*\]|[^.[\]]+|.*\.(local|lan|home|internal|home\.arpa|test))$/;

export function reachOf(url: string): Reach {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (loopback.test(host)) return 'machine';
  return local.test(host) ? 'network' : 'anyone';
}
