import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { render as renderNow } from 'preact';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AmountField } from './amount-field';
import { Button } from './button';
import { Checkbox } from './checkbox';
import { Coach } from './coach';
import { CodeField } from './code-field';
import { CutName } from './cut-name';
import { Dialog } from './dialog';
import { PasswordField, TextField } from './field';
import { Menu } from './menu';
import { tidy } from './menu-items';
import { KitProvider } from './provider';
import { SegmentedControl } from './segmented-control';
import { Select } from './select';
import { Switch } from './switch';

const words = {
  close: 'Close',
  notifications: 'Notifications',
  showPassword: 'Show',
  hidePassword: 'Hide',
  back: 'بازگشت',
  clear: 'Clear',
};
const show = (node: React.ReactNode) =>
  render(
    <KitProvider rtl words={words}>
      {node}
    </KitProvider>,
  );
afterEach(cleanup);

/** Where the light of a coach is. */
const light = () => document.querySelector<HTMLElement>('.ring-brand')?.style.left;

/** An element at so many px from the left. */
const place = (left: number) => {
  const element = document.createElement('i');
  element.getBoundingClientRect = () => ({ left, top: 0, right: left, bottom: 0, width: 0, height: 0 }) as DOMRect;
  document.body.replaceChildren(element, ...document.body.children);
  return element;
};

describe('a name', () => {
  it('says its direction itself: a row that is used again had another name', () => {
    const { container } = show(<CutName name="مصاحبه.wav" width={500} />);
    expect(container.querySelector('bdi')).toHaveAttribute('dir', 'rtl');
    cleanup();
    const { container: other } = show(<CutName name="main.go" width={500} />);
    expect(other.querySelector('bdi')).toHaveAttribute('dir', 'ltr');
  });
});

describe('a coach', () => {
  it('follows the element that takes the place of its anchor', async () => {
    const told: (() => void)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          told.push(tell);
        }
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    let anchor = place(100);
    show(
      <Coach
        findAnchor={() => anchor}
        rtl={false}
        title="A"
        text="B"
        progress="1"
        footer={null}
        onClose={() => null}
      />,
    );
    expect(light()).toBe('94px');
    anchor = place(300);
    await act(() => told.forEach((tell) => tell()));
    expect(light()).toBe('294px');
    vi.unstubAllGlobals();
  });
});

describe('fields', () => {
  it('turn Persian digits into Latin ones while they are typed', () => {
    const change = vi.fn();
    show(<TextField label="Mobile" latin onChange={(event) => change(event.currentTarget.value)} />);
    fireEvent.input(screen.getByLabelText('Mobile'), { target: { value: '۰۹۱۲' } });
    expect(screen.getByLabelText('Mobile')).toHaveValue('0912');
    expect(change).toHaveBeenLastCalledWith('0912');
  });

  it('say what is wrong to a screen reader', () => {
    show(<TextField label="Name" error="Too short" />);
    expect(screen.getByLabelText('Name')).toBeInvalid();
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Too short');
    expect(screen.getByRole('alert')).toHaveTextContent('Too short');
  });

  it('show and hide a password', async () => {
    show(<PasswordField label="Password" />);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});

function Wifi({ disabled = false }) {
  const [on, setOn] = useState(false);
  return (
    <Switch
      label={disabled ? 'Plane' : 'Wifi'}
      hint={disabled ? 'In the air' : 'At home'}
      disabled={disabled}
      checked={on}
      onChange={setOn}
    />
  );
}

describe('choices', () => {
  it('a switch and a checkbox turn', async () => {
    const change = vi.fn();
    show(
      <>
        <Switch label="Wifi" checked={false} onChange={change} />
        <Checkbox label="All" hideLabel checked onChange={change} />
      </>,
    );
    await userEvent.click(screen.getByRole('switch', { name: 'Wifi' }));
    expect(change.mock.lastCall?.[0]).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'All' }));
    expect(change.mock.lastCall?.[0]).toBe(false);
  });

  it('the words beside a switch turn it', async () => {
    show(<Wifi />);
    await userEvent.click(screen.getByText('Wifi'));
    expect(screen.getByRole('switch', { name: 'Wifi' })).toBeChecked();
    await userEvent.click(screen.getByText('At home'));
    expect(screen.getByRole('switch', { name: 'Wifi' })).not.toBeChecked();
    cleanup();
    show(<Wifi disabled />);
    await userEvent.click(screen.getByText('Plane'));
    expect(screen.getByRole('switch', { name: 'Plane' })).not.toBeChecked();
  });

  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ] as const;

  it('a select opens on the chosen one and answers with another', async () => {
    const change = vi.fn();
    show(<Select label="Role" value="a" options={options} onChange={change} />);
    screen.getByRole('combobox', { name: 'Role' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'First' })).toHaveFocus());
    await userEvent.click(screen.getByRole('option', { name: 'Second' }));
    expect(change).toHaveBeenCalledWith('b');
  });

  it('segments are radio buttons', async () => {
    const change = vi.fn();
    show(<SegmentedControl label="View" value="a" segments={options} onChange={change} />);
    expect(screen.getByRole('radio', { name: 'First' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Second' }));
    expect(change).toHaveBeenCalledWith('b');
  });
});

function Asking({ persistent }: { persistent?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Sure?" persistent={persistent}>
      <input aria-label="inside" />
    </Dialog>
  );
}

describe('a dialog', () => {
  it('takes the focus to its first field and goes with Escape', async () => {
    show(<Asking />);
    await waitFor(() => expect(screen.getByLabelText('inside')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is known to the styles of the page while any is open', () => {
    const both = show(
      <>
        <Dialog open onOpenChange={vi.fn()} title="Lower" />
        <Dialog open above onOpenChange={vi.fn()} title="Upper" />
      </>,
    );
    expect(document.documentElement).toHaveAttribute('data-dialog-shown');
    both.rerender(
      <KitProvider rtl words={words}>
        <Dialog open onOpenChange={vi.fn()} title="Lower" />
      </KitProvider>,
    );
    expect(document.documentElement).toHaveAttribute('data-dialog-shown');
    both.unmount();
    expect(document.documentElement).not.toHaveAttribute('data-dialog-shown');
  });

  it('goes with an Escape that comes before the library listens, and only the upper one of two', () => {
    const lower = vi.fn();
    const upper = vi.fn();
    const root = document.createElement('div');
    document.body.append(root);
    // Without the library for tests, which runs all effects at once.
    renderNow(
      <KitProvider rtl words={words}>
        <Dialog open onOpenChange={lower} title="Lower" />
        <Dialog open above onOpenChange={upper} title="Upper" />
      </KitProvider>,
      root,
    );
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    expect(upper).toHaveBeenCalledExactlyOnceWith(false);
    expect(lower).not.toHaveBeenCalled();
    renderNow(null, root);
    root.remove();
  });

  it('stays when it is persistent', async () => {
    show(<Asking persistent />);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Sure?' })).toBeInTheDocument();
  });
});

describe('a menu', () => {
  it('does what is chosen', async () => {
    const choose = vi.fn();
    show(
      <Menu label="New" trigger={<Button>New</Button>} entries={[{ id: 'f', label: 'Folder', onSelect: choose }]} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'New' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Folder' }));
    expect(choose).toHaveBeenCalledOnce();
  });

  it('has no separator that separates nothing', () => {
    const a = { id: 'a', label: 'A' };
    expect(tidy(['separator', a, 'separator', 'separator', a, 'separator'])).toEqual([a, 'separator', a]);
  });
});

const nothing = () => undefined;

it('writes the figures of fields as text: Persian zeros fall apart in figures of one width', () => {
  const { container } = show(
    <>
      <AmountField
        label="For"
        value="100"
        unit="day"
        unitLabel="Unit"
        units={[{ value: 'day', label: 'Days' }]}
        onChange={nothing}
      />
      <CodeField label="Code" value="100" show={String} onChange={nothing} onFull={nothing} />
    </>,
  );
  expect(container.querySelectorAll('input')).not.toHaveLength(0);
  expect(container.querySelectorAll('[class*=tabular-nums]')).toHaveLength(0);
});
