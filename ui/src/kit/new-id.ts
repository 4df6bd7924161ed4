/** An id that nobody guesses. crypto.randomUUID exists only over HTTPS; a name of the local network may have plain HTTP. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
