import { useEffect, type RefObject } from 'react';
import { useSearch } from 'wouter';
import { findWords } from './find-words';
import '../found.css';

/**
 * Marks the words that the address asks for in a document that stands there as text, and brings the first of them into
 * sight. `ready` changes when there is another text.
 */
export function useFound(root: RefObject<HTMLElement | null>, ready: unknown): void {
  const query = new URLSearchParams(useSearch());
  const words = query.get('find') ?? '';
  const place = query.get('place');
  useEffect(() => {
    const element = root.current;
    if (!element || !words || !('highlights' in CSS)) return undefined;
    const within = (place && element.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)) || element;
    const ranges = rangesOf(within, words);
    if (ranges.length === 0) return undefined;
    CSS.highlights.set('found', new Highlight(...ranges));
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return () => void CSS.highlights.delete('found');
  }, [root, ready, words, place]);
}

/** Elements that stand in one line with what is around them. */
const inline = /^(A|B|I|U|S|EM|STRONG|SPAN|CODE|MARK|SUB|SUP|SMALL|BDI)$/;

function rangesOf(element: HTMLElement, words: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  let before: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent: Element | null = node.parentElement;
    if (before && parent !== before && !inline.test(parent?.tagName ?? '') && !inline.test(before.tagName))
      text += '\n';
    nodes.push({ node, from: text.length });
    text += node.data;
    before = parent;
  }
  const at = (offset: number) => nodes.findLast(({ from }) => from <= offset);
  return findWords(text, words).flatMap(([from, until]) => {
    const start = at(from);
    const end = at(until - 1);
    if (!start || !end) return [];
    const range = document.createRange();
    range.setStart(start.node, Math.min(from - start.from, start.node.length));
    range.setEnd(end.node, Math.min(until - end.from, end.node.length));
    return [range];
  });
}
