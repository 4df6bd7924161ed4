export const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

export const childrenOf = (parent: Element | null | undefined, name: string): Element[] =>
  [...(parent?.children ?? [])].filter((one) => one.localName === name && one.namespaceURI === W);

export const child = (parent: Element | null | undefined, name: string): Element | null =>
  childrenOf(parent, name)[0] ?? null;

export const value = (element: Element | null | undefined, name = 'val') => element?.getAttributeNS(W, name) ?? null;

/** An attribute by its name within any namespace: those of newer kinds have several. */
export const attributeOf = (element: Element, name: string): string | null =>
  [...element.attributes].find(({ localName, name: full }) => localName === name || full.endsWith(`:${name}`))?.value ??
  null;

/** A property that is on when it is there, unless it says that it is off; null when it is not there. */
export const isOn = (element: Element | null): boolean | null =>
  element ? !['0', 'false', 'off'].includes(value(element) ?? '') : null;

/** Sets a property, with a new element at the end when there was none. */
export function put(properties: Element, name: string, attributes: Record<string, string> = {}): void {
  let element = child(properties, name);
  if (!element) {
    element = properties.ownerDocument.createElementNS(W, `w:${name}`);
    properties.append(element);
  }
  for (const [key, text] of Object.entries(attributes)) element.setAttributeNS(W, `w:${key}`, text);
}

/** The properties of a paragraph or a run, new ones when it has none. */
export function propertiesOf(element: Element, name: 'pPr' | 'rPr'): Element {
  const had = child(element, name);
  if (had) return had;
  const made = element.ownerDocument.createElementNS(W, `w:${name}`);
  element.prepend(made);
  return made;
}

export const isWord = (element: Element): boolean => element.namespaceURI === W;

/** A child by its name within any namespace: drawings have one for each of their kinds. */
export const kid = (parent: Element | null | undefined, name: string): Element | null =>
  [...(parent?.children ?? [])].find(({ localName }) => localName === name) ?? null;

/** The descendants with a name within any namespace. */
export const within = (parent: Element | Document, name: string): Element[] =>
  Array.from(parent.querySelectorAll(name));
