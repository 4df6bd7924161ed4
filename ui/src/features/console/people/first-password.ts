/** Letters and digits that nobody takes for others when they are read aloud. */
const groups = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghjkmnpqrstuvwxyz', '23456789'];
const all = groups.join('');

const below = (limit: number) => {
  // Numbers of the last incomplete round are thrown away: each letter is as likely as any other.
  const most = Math.floor(2 ** 32 / limit) * limit;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= most);
  return (box[0] ?? 0) % limit;
};

const one = (letters: string) => letters[below(letters.length)] ?? '';

/** A password to tell somebody: four groups of four, with a letter of each kind. */
export function firstPassword(): string {
  const letters = [...groups.map(one), ...Array.from({ length: 13 }, () => one(all))];
  for (let i = letters.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? ''];
  }
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
}
