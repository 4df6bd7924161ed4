import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from './kept-focus';

let end = () => {};

function show(content: string): void {
  document.body.innerHTML = `<div id="root">${content}</div>`;
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;

/** Longer than everyone who minds the focus themselves has. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

const expectFocus = (selector: string) =>
  vi.waitFor(() => expect(document.activeElement).toBe(find(selector)), { timeout: 10_000 });

function focusOn(selector: string): HTMLElement {
  const element = find(selector);
  element.focus();
  expect(document.activeElement).toBe(element);
  return element;
}

beforeEach(() => {
  show('');
  end = keepFocus();
});

afterEach(() => end());

it('goes to the next row when one is deleted, and to the one before at the end', async () => {
  show('<main><ul><li>one</li><li>two <button id="b">x</button></li><li id="c">three</li></ul></main>');
  const button = focusOn('#b');
  button.parentElement?.remove();
  await expectFocus('#c');
  find('#c').remove();
  await expectFocus('li');
});

it('goes to what came in the place of a card that is drawn anew', async () => {
  show('<main><div id="cards"><section><button id="save">Save</button></section></div></main>');
  focusOn('#save');
  find('#cards').innerHTML = '<section id="anew"><button>Save</button></section>';
  await expectFocus('#anew');
});

it('goes to what is around, and to the content of a page that comes later', async () => {
  show('<main><form id="form"><p><button id="b">x</button></p></form></main>');
  const button = focusOn('#b');
  button.parentElement?.remove();
  await expectFocus('#form');
  find('#root').replaceChildren();
  await settled();
  expect(document.activeElement).toBe(document.body);
  find('#root').innerHTML = '<main id="next"><h1>Next</h1></main>';
  await expectFocus('#next');
});

it('leads the list of files the keys', async () => {
  show('<main id="content"><p><button id="b">x</button></p></main>');
  focusOn('#b');
  find('#content').innerHTML = '<div data-entries tabindex="0"></div>';
  await expectFocus('[data-entries]');
});

it('goes back below a message or a dialog that is gone', async () => {
  show('<main><ul><li><button id="b">x</button></li><li id="next">y</li></ul></main>');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<section id="toasts"><div><button id="undo">Undo</button></div></section>',
  );
  const opener = focusOn('#b');
  const undo = focusOn('#undo');
  undo.parentElement?.remove();
  await expectFocus('#b');
  const toasts = find('#toasts');
  toasts.innerHTML = '<button id="yes">Yes</button>';
  focusOn('#yes');
  opener.parentElement?.remove();
  toasts.replaceChildren();
  await expectFocus('#next');
});

it('stays in an open dialog', async () => {
  show('<main id="content"></main>');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" data-open tabindex="-1"><div><button id="b">x</button></div></div>',
  );
  const button = focusOn('#b');
  button.parentElement?.remove();
  await expectFocus('[role=dialog]');
});

it('leaves the focus to whoever took it, or put it away', async () => {
  show('<main><button id="a">a</button><p><button id="b">b</button></p></main>');
  const button = focusOn('#b');
  button.parentElement?.remove();
  find('#a').focus();
  await expectFocus('#a');
  find('#a').blur();
  dispatchEvent(new Event('pointerup'));
  find('#a').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

it('leaves the focus away that a finger put away', async () => {
  show('<main><button id="a">a</button></main>');
  focusOn('#a');
  dispatchEvent(new Event('pointerup'));
  find('#a').blur();
  find('main').click();
  find('#a').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

it('comes back to a button that was disabled while it waited', async () => {
  show('<main><form id="form"><button id="b">x</button></form></main>');
  const button = focusOn('#b') as HTMLButtonElement;
  button.disabled = true;
  await expectFocus('#form');
  button.disabled = false;
  await expectFocus('#b');
});
