import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button';
import { loadMenus, Menu } from './menu';
import { TypeAhead } from './menu-keys';
import type { MenuEntry } from './menu-items';

const did = vi.fn();
const say = (id: string, more: object = {}) => ({ id, label: id, onSelect: () => did(id), ...more });
const entries: MenuEntry[] = [
  say('Open'),
  say('Rename', { disabled: true }),
  'separator',
  { id: 'move', label: 'Move', items: [say('Here'), say('There')] },
  say('Marked', { checked: true, stays: true }),
];

beforeEach(async () => {
  await loadMenus();
  did.mockReset();
  document.documentElement.dir = 'ltr';
  render(
    <>
      <Menu label="Things" trigger={<Button>Menu</Button>} entries={entries} />
      <Button>Next</Button>
    </>,
  );
});
afterEach(() => {
  cleanup();
  document.documentElement.dir = '';
});

const button = () => screen.getByRole('button', { name: 'Menu' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const press = (keys: string) => userEvent.keyboard(keys);
const openByKeys = async () => {
  button().focus();
  await press('{Enter}');
  await screen.findByRole('menu');
};
const openByMouse = async () => {
  await userEvent.click(button());
  await screen.findByRole('menu');
};

describe('a menu by keys', () => {
  it('has the focus at its first row, goes round, and gives the focus back', async () => {
    await openByKeys();
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(item('Open')).toHaveFocus();
    expect(item('Open')).toHaveAttribute('data-highlighted');
    await press('{ArrowDown}');
    expect(item('Rename')).toHaveFocus();
    expect(item('Open')).not.toHaveAttribute('data-highlighted');
    await press('{Home}{ArrowUp}');
    expect(screen.getByRole('menuitemcheckbox', { name: 'Marked' })).toHaveFocus();
    await press('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    expect(button()).toHaveAttribute('aria-expanded', 'false');
  });

  it('begins at the last row after the arrow up on its button', async () => {
    button().focus();
    await press('{ArrowUp}');
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Marked' })).toHaveFocus();
  });

  it('does what is chosen once the focus is back, and nothing for a row that is off', async () => {
    await openByKeys();
    await press('{ArrowDown}{Enter}');
    expect(did).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeInTheDocument();
    did.mockImplementation(() => expect(button()).toHaveFocus());
    await press('{Home}{Enter}');
    expect(did).toHaveBeenCalledExactlyOnceWith('Open');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('chooses nothing by the key that is held since it opened the menu', async () => {
    await openByKeys();
    fireEvent.keyDown(item('Open'), { key: 'Enter', repeat: true });
    expect(did).not.toHaveBeenCalled();
  });

  it('goes to the row that is typed', async () => {
    await openByKeys();
    await press('ma');
    expect(screen.getByRole('menuitemcheckbox', { name: 'Marked' })).toHaveFocus();
  });

  it.each([
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ])('opens and closes a submenu in %s by the keys that point to it', async (dir, into, out) => {
    document.documentElement.dir = dir;
    await openByKeys();
    await press(`{ArrowDown}{ArrowDown}{${into}}`);
    expect(item('Here')).toHaveFocus();
    expect(item('Move')).toHaveAttribute('aria-expanded', 'true');
    expect(document.getElementById(item('Move').getAttribute('aria-controls') ?? '')).toHaveAttribute('role', 'menu');
    await press(`{${out}}`);
    expect(screen.queryByRole('menuitem', { name: 'Here' })).toBeNull();
    expect(item('Move')).toHaveFocus();
    await press('{Enter}');
    expect(item('Here')).toHaveFocus();
    await press('{Escape}');
    expect(item('Move')).toHaveFocus();
    await press(`{${into}}{ArrowDown}{Enter}`);
    expect(did).toHaveBeenCalledExactlyOnceWith('There');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('stays open for several in a row', async () => {
    await openByKeys();
    await press('{End} ');
    expect(did).toHaveBeenCalledExactlyOnceWith('Marked');
    expect(screen.getByRole('menu')).toBeInTheDocument();
  });

  it('closes with Escape also when something else has taken the focus', async () => {
    await openByKeys();
    screen.getByRole('button', { name: 'Next' }).focus();
    await press('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
  });

  it('closes with Tab, which goes on from its button', async () => {
    await openByKeys();
    await userEvent.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  });
});

describe('a menu by the mouse', () => {
  it('has no row chosen, highlights the one below, and closes by a press beside it', async () => {
    await openByMouse();
    expect(screen.getByRole('menu')).toHaveFocus();
    await userEvent.hover(item('Open'));
    fireEvent.pointerMove(item('Open'), { clientX: 5 });
    expect(item('Open')).toHaveAttribute('data-highlighted');
    const beside = screen.getByRole('menu').previousElementSibling;
    if (!beside) throw new Error('nothing beside the menu');
    fireEvent.mouseDown(beside);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    expect(did).not.toHaveBeenCalled();
  });

  it('opens a submenu where the mouse rests, and closes it over another row', async () => {
    await openByMouse();
    fireEvent.pointerMove(item('Move'), { clientX: 5 });
    expect(await screen.findByRole('menuitem', { name: 'Here' })).toBeInTheDocument();
    expect(item('Move')).toHaveFocus();
    fireEvent.pointerMove(item('Open'), { clientX: 5 });
    expect(screen.queryByRole('menuitem', { name: 'Here' })).toBeNull();
    await userEvent.click(item('Move'));
    await userEvent.click(item('There'));
    expect(did).toHaveBeenCalledExactlyOnceWith('There');
  });
});

describe('letters that are typed in a menu', () => {
  const names = ['کپی', 'کاربر', 'انتقال', 'Copy'];
  it('find a row by its beginning, and the next one by the same letter', () => {
    const typing = new TypeAhead();
    expect(typing.find('ک', names, -1, 0)).toBe(0);
    expect(typing.find('ک', names, 0, 100)).toBe(1);
    expect(typing.find('ا', names, 1, 5000)).toBe(2);
    expect(typing.find('C', names, 2, 9000)).toBe(3);
    expect(typing.find('o', names, 3, 9100)).toBe(3);
    expect(typing.find('x', names, 3, 9200)).toBe(-1);
  });
});
