/** The number of the last commit reported to this tab. */
let latest = 0;
/** Changes that have not been answered yet. */
let waiting = 0;

/** The server numbers its commits; data read after an answer is at least as new as the answer's number. */
export const heardSeq = (headers: { get(name: string): string | null }) => {
  latest = Math.max(latest, Number(headers.get('Anbar-Seq')));
};

export const lastSeq = () => latest;
export const isWaiting = () => waiting > 0;

/** Another run of the server may count from the beginning. */
export const forgetSeq = () => {
  latest = 0;
};

/** Counts a change until it is answered. */
export async function change<T>(answer: Promise<T>): Promise<T> {
  waiting++;
  try {
    return await answer;
  } finally {
    waiting--;
  }
}
