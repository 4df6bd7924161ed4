import { safeAddress } from './protocol';

/** Takes the clicks on links: those within the document are followed, safe addresses are told, others do nothing. */
export function watchLinks(root: HTMLElement, tell: (address: string) => void): void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    event.preventDefault();
    const target = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
    const [, name] = /^#(.+)$/.exec(target) ?? [];
    if (name !== undefined) return goTo(name);
    const address = safeAddress(target);
    if (address !== null && event.button <= 1) tell(address);
  };
  root.addEventListener('click', follow);
  root.addEventListener('auxclick', follow);
  // The viewer of presentations opens links itself.
  window.open = (target) => {
    const address = safeAddress(String(target));
    if (address !== null) tell(address);
    return null;
  };
}

function goTo(name: string): void {
  const target = document.getElementById(name) ?? document.getElementsByName(name)[0];
  target?.scrollIntoView({ block: 'start' });
}

/** Leaves only links that do something: others look like text. */
export function cleanLinks(root: ParentNode): void {
  for (const link of root.querySelectorAll('a')) {
    const target = link.getAttribute('href') ?? '';
    const address = target.startsWith('#') ? target : safeAddress(target);
    if (address === null || address === '#') link.removeAttribute('href');
    else link.setAttribute('href', address);
  }
}
