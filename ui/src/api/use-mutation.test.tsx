import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { flushSync } from 'react-dom';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { queryClient } from './query';
import { useMutation } from './use-mutation';

const send = vi.fn((text: string) => Promise.resolve(text));

function Form() {
  const [text, setText] = useState('');
  const save = useMutation({ mutationFn: () => send(text) });
  return (
    <form onSubmit={() => save.mutate()}>
      <input aria-label="text" value={text} onInput={(event) => flushSync(() => setText(event.currentTarget.value))} />
    </form>
  );
}

it('sends what is typed when Enter follows at once', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('text');
  // Without a pause in which effects would run.
  field.value = 'plans';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith('plans'));
  fireEvent.blur(field);
});

function Emptied() {
  const [text, setText] = useState('plans');
  const save = useMutation({ mutationFn: () => send(text), onMutate: () => Promise.resolve() });
  const handleClick = () => {
    save.mutate();
    setText('');
  };
  return <button onClick={handleClick}>send</button>;
}

it('sends what was there at the call, though the field is emptied with it', async () => {
  send.mockClear();
  render(
    <QueryClientProvider client={queryClient}>
      <Emptied />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('plans'));
});
