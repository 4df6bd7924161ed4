/** One step of the tour: an element of the page, and the words about it. */
export interface Step {
  readonly id: 'upload' | 'share' | 'find';
  /** The element may be replaced by another one while its step is shown. */
  readonly findAnchor: () => Element | null;
  readonly beside: boolean;
}

/** Where each of them is, on a desktop and on a phone. */
const anchors: Record<Step['id'], string> = {
  upload: '[data-tour=new]',
  share: '[data-place=links], [data-tour=more]',
  find: '[data-tour=find]',
};

const isShown = (element: Element) => element.getClientRects().length > 0;

const find = (selector: string) => [...document.querySelectorAll(selector)].find(isShown) ?? null;

/** The steps that apply to this page: users without the right to upload do not see that step. */
export const stepsHere = (): Step[] =>
  (['upload', 'share', 'find'] as const)
    .map((id) => ({ id, findAnchor: () => find(anchors[id]), beside: id !== 'find' }))
    .filter(({ findAnchor }) => findAnchor() !== null);
