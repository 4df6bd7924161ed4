const key = 'device_token';

/** Keeps the secret by which the server knows this browser again. It opens nothing by itself. */
export function keepDevice(secret: string) {
  localStorage.setItem(key, secret);
}

/**
 * Options of every sign-in call: without a session, or with the token of a second step, and with the device secret of
 * this browser.
 */
export function signInOptions(token?: string) {
  const secret = localStorage.getItem(key);
  const headers: Record<string, string> = secret ? { 'Device-Token': secret } : {};
  return { public: true, token, headers };
}
