import { cloneElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { MenuPopup, MenuProps } from './menu-popup';
import { createStore } from './store';
import { whenRested } from './when-rested';

const code = createStore<{ readonly MenuPopup: typeof MenuPopup } | null>(null);

/** Fetches the code of menus. An import that failed is tried again by the next call. */
export async function loadMenus() {
  if (!code.get()) code.set(await import('./menu-popup'));
}

/** A button with a menu. The menu's code is fetched when the page has come to rest, or when the button is pressed. */
export function Menu(props: MenuProps) {
  const loaded = code.use();
  const id = useId();
  const [asked, setAsked] = useState(false);
  const before = useRef(loaded);
  const focused = useRef(false);
  useEffect(() => {
    if (!code.get()) void whenRested(() => void loadMenus());
  }, []);
  // The button is another element with the code. A removed one tells that it lost the focus, so this is asked before.
  if (loaded && !before.current) {
    before.current = loaded;
    focused.current = document.activeElement?.id === id;
  }
  useLayoutEffect(() => {
    // A menu that was asked for has the focus itself.
    if (focused.current && !asked) document.getElementById(id)?.focus();
    focused.current = false;
  }, [loaded, id, asked]);
  if (loaded) return <loaded.MenuPopup {...props} trigger={cloneElement(props.trigger, { id })} asked={asked} />;
  const requestMenu = () => {
    setAsked(true);
    void loadMenus();
  };
  return cloneElement(props.trigger, {
    id,
    onClick: requestMenu,
    // The code may come before the button is let go, and then another element gets that.
    onMouseDown: (event) => {
      if (event.button === 0) requestMenu();
    },
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
}
