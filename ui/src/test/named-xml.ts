import { vi } from 'vitest';

/** The DOM of the tests gives attributes no namespace; that of browsers does. */
export function named(xml: Document): Document {
  for (const element of xml.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const [prefix, local] = name.split(':');
      const space = local === undefined || prefix === 'xmlns' ? null : spaceOf(element, prefix ?? '');
      if (space !== null) element.setAttributeNS(space, name, value);
    }
  }
  return xml;
}

function spaceOf(element: Element, prefix: string): string | null {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const space = one.getAttribute(`xmlns:${prefix}`);
    if (space !== null) return space;
  }
  return null;
}

/** The same for documents that the code under test reads itself, whose attributes differ in more than their namespace. */
export function readsAttributes(): void {
  vi.spyOn(Element.prototype, 'getAttributeNS').mockImplementation(function read(this: Element, _, name) {
    return [...this.attributes].find((one) => one.name === name || one.name.endsWith(`:${name}`))?.value ?? null;
  });
}

/** XML whose elements have no prefixes, which the DOM of the tests takes for parts of their names. */
export const bare = (xml: string, prefix: string, space: string): string =>
  xml
    .replaceAll(new RegExp(`(</?)${prefix}:`, 'g'), '$1')
    .replace(/^<(\w+)/, `<$1 xmlns="${space}" xmlns:${prefix}="${space}"`);
