import type { Challenge } from '~/api/types';
import { search } from './search';

export type SearchAnswer = { readonly share: number } | { readonly number: number | null };

const answer = (message: SearchAnswer) => self.postMessage(message, []);

self.addEventListener('message', (event: MessageEvent<Challenge>) => {
  search(event.data, (share) => answer({ share })).then(
    (number) => answer({ number }),
    () => answer({ number: null }),
  );
});
