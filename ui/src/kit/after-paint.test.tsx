import { act, cleanup, render, screen } from '@testing-library/preact';
import { Router, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint, AfterPaint } from './after-paint';
import { shownLocation } from './shown-location';

const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
const painted = () => act(() => new Promise((resolve) => setTimeout(resolve, 150)));

/** The input of the test before has been answered, and its page is gone. */
const begin = () => {
  cleanup();
  return painted();
};

const leaving = () => 'leaving' in document.documentElement.dataset;

function Here() {
  const [path] = useLocation();
  return <p>at {path}</p>;
}

const show = () =>
  render(
    <Router {...shownLocation}>
      <Here />
    </Router>,
  );

describe('work after the paint', () => {
  beforeEach(begin);

  it('runs at once when no input waits for its answer', () => {
    const work = vi.fn();
    afterPaint(work);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits for the picture that answers an input', async () => {
    const work = vi.fn();
    press();
    afterPaint(work);
    expect(work).not.toHaveBeenCalled();
    await painted();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is done when the next input comes, in the order in which it was asked for', () => {
    const done: string[] = [];
    press();
    afterPaint(() => done.push('one'));
    afterPaint(() => done.push('two'));
    press();
    expect(done).toEqual(['one', 'two']);
  });

  it('goes on in a page that draws nothing', async () => {
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    const work = vi.fn();
    press();
    afterPaint(work);
    await painted();
    expect(work).toHaveBeenCalledTimes(1);
    frame.mockRestore();
  });

  it('draws what accompanies the answer later', async () => {
    const { rerender } = render(<AfterPaint>one</AfterPaint>);
    rerender(<AfterPaint>two</AfterPaint>);
    expect(document.body).toHaveTextContent('two');
    press();
    rerender(<AfterPaint>three</AfterPaint>);
    expect(document.body).toHaveTextContent('two');
    await painted();
    expect(document.body).toHaveTextContent('three');
  });
});

describe('the shown location', () => {
  beforeEach(begin);

  it('dims the page that is left until the next one is drawn', async () => {
    show();
    press();
    void act(() => navigate('/dimmed'));
    expect(leaving()).toBe(true);
    await painted();
    expect(leaving()).toBe(false);
    void act(() => navigate('/at-once'));
    expect(leaving()).toBe(false);
    press();
    void act(() => navigate('/at-once?only=search'));
    expect(leaving()).toBe(false);
  });

  it('follows the address after the paint, and the address itself goes first', async () => {
    show();
    void act(() => {
      press();
      navigate('/one');
    });
    expect(location.pathname).toBe('/one');
    expect(screen.queryByText('at /one')).toBeNull();
    await painted();
    expect(screen.getByText('at /one')).toBeInTheDocument();
  });

  it('follows at once what no input asked for', () => {
    show();
    void act(() => navigate('/two'));
    expect(screen.getByText('at /two')).toBeInTheDocument();
  });
});
