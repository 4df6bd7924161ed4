import { expect, it, vi } from 'vitest';
import { createEmitter, createPersonalStore, createStore, resetPersonalStores, resetStores } from './store';

it('tells of a value, until the listener has had enough', () => {
  const store = createStore(1);
  const heard = vi.fn<() => void>();
  const stop = store.subscribe(heard);
  store.set(2);
  expect(store.get()).toBe(2);
  stop();
  store.set(3);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('begins anew between tests', () => {
  const store = createStore<string | null>(null);
  store.set('left over');
  resetStores();
  expect(store.get()).toBeNull();
});

it('forgets what a person had open, and nothing else', () => {
  const open = createPersonalStore<string | null>(null);
  const place = createStore<string | null>(null);
  open.set('a dialog of theirs');
  place.set('of the browser');
  resetPersonalStores();
  expect(open.get()).toBeNull();
  expect(place.get()).toBe('of the browser');
});

it('hands on what it is told', () => {
  const emitter = createEmitter<[where: string]>();
  const heard = vi.fn<(where: string) => void>();
  const stop = emitter.subscribe(heard);
  emitter.emit('here');
  stop();
  emitter.emit('there');
  expect(heard.mock.calls).toEqual([['here']]);
});
