const key = 'device_token';

/** Keeps the secret by which the server knows this browser again. It opens nothing by itself. */
export function keepDevice(secret: string) {
  localStorage.setItem(key, secret);
}

/**
 * How every call that signs somebody in is sent: as nobody, or with the token of a second step, and with the secret of
 * this browser.
 */
export function signingIn(token?: string) {
  const secret = localStorage.getItem(key);
  const headers: Record<string, string> = secret ? { 'Device-Token': secret } : {};
  return { public: true, token, headers };
}
