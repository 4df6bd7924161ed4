type Ask = () => Promise<boolean>;

let listen: (ask: Ask) => void;
const asked = new Promise<Ask>((resolve) => {
  listen = resolve;
});
let running: Promise<boolean> | null = null;

/** Registers the dialog that confirms the user's identity. Calls that need it wait until one is registered. */
export const whenProofIsNeeded = (ask: Ask) => listen(ask);

/** Asks once, however many calls wait for the answer. */
export function prove(): Promise<boolean> {
  running ??= asked
    .then((ask) => ask())
    .finally(() => {
      running = null;
    });
  return running;
}
