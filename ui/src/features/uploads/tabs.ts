const CHANNEL = 'anbar-uploads';
const PATIENCE = 200;

type Message = { ask: true } | { ids: string[] };

/** Tells other tabs, when they ask, which uploads are being worked on here. */
export function answerTabs(ids: () => string[]): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<Message>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    if ('ask' in event.data) channel.postMessage({ ids: ids() });
  });
  return () => channel.close();
}

/** Uploads that another tab of this browser is working on: they are not ours to resume. */
export function otherTabsIds(): Promise<Set<string>> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const found = new Set<string>();
    channel.addEventListener('message', (event: MessageEvent<Message>) => {
      if ('ids' in event.data) event.data.ids.forEach((id) => found.add(id));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    channel.postMessage({ ask: true });
    setTimeout(() => {
      channel.close();
      resolve(found);
    }, PATIENCE);
  });
}
