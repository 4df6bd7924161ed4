import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { SubmitButton } from './submit-button';

afterEach(cleanup);

it('says in numbers how far the check is', () => {
  const { rerender } = render(
    <SubmitButton busy share={0.42}>
      Go
    </SubmitButton>,
  );
  expect(screen.getByRole('button')).toHaveTextContent('۴۲٪');
  rerender(
    <SubmitButton busy={false} share={null}>
      Go
    </SubmitButton>,
  );
  expect(screen.getByRole('button')).toHaveTextContent(/^Go$/);
});
