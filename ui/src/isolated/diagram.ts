import { ShapeTree, type Box, type Build, type Surroundings } from './drawing-shapes';
import { attributeOf, kid, within } from './word-elements';

/** Texts of a diagram that has no drawing of itself. */
const MOST_TEXTS = 200;

/** A diagram by the drawing that its program left of it; else its texts in their order, in a frame. */
export async function diagramOf(ids: Element, box: Box, around: Surroundings): Promise<Build | null> {
  const data = around.relations.get(attributeOf(ids, 'dm') ?? '');
  const model = data && (await around.parts.xml(data.path));
  const extension = model && within(model, 'dataModelExt')[0];
  const named = around.relations.get(extension?.getAttribute('relId') ?? '');
  const drawing = named && (await around.parts.xml(named.path));
  const tree = drawing && kid(drawing.documentElement, 'spTree');
  if (tree) {
    const relations = await around.parts.relations(named.path);
    return new ShapeTree({ ...around, relations }).group(tree, box);
  }
  const texts = (model ? within(model, 'pt') : [])
    .slice(0, MOST_TEXTS)
    .map((point) => (kid(point, 't') ? within(point, 'p').map(textOf).join('\n') : ''))
    .filter((text) => text.trim() !== '');
  if (texts.length === 0) return null;
  const frame = around.frame('diagram', '', box);
  return (boxes) => {
    const element = frame(boxes);
    const list = document.createElement('ul');
    list.append(
      ...texts.map((text) => {
        const item = document.createElement('li');
        item.dir = 'auto';
        item.textContent = text.slice(0, 2000);
        return item;
      }),
    );
    element.removeAttribute('role');
    element.style.height = 'auto';
    element.style.minHeight = `${box.h}px`;
    element.append(list);
    return element;
  };
}

const textOf = (paragraph: Element) =>
  within(paragraph, 't')
    .map(({ textContent }) => textContent)
    .join('');
