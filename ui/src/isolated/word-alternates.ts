const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** What of a newer kind is drawn here; for all else there is something older beside it. */
const KNOWN = new Set([
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas',
]);

const isKnown = (choice: Element) =>
  (choice.getAttribute('Requires') ?? '')
    .split(/\s+/)
    .filter((prefix) => prefix !== '')
    .every((prefix) => KNOWN.has(choice.lookupNamespaceURI(prefix) ?? ''));

function chosen(alternate: Element): Element | undefined {
  const ways = [...alternate.children].filter(({ namespaceURI }) => namespaceURI === MC);
  const choices = ways.filter(({ localName }) => localName === 'Choice');
  const fallback = ways.find(({ localName, childElementCount }) => localName === 'Fallback' && childElementCount > 0);
  return choices.find(isKnown) ?? fallback ?? choices[0];
}

/** Leaves one of the ways in which a document says the same: the one that can be drawn. */
export function chooseAlternates(xml: Document): void {
  // The inner ones first: an alternate may lie in another.
  for (const alternate of Array.from(xml.getElementsByTagNameNS(MC, 'AlternateContent')).toReversed()) {
    const contents = xml.createDocumentFragment();
    for (const one of Array.from(chosen(alternate)?.children ?? [])) contents.append(one);
    alternate.replaceWith(contents);
  }
}
