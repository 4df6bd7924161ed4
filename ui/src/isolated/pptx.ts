import { PptxViewer } from '@aiden0z/pptx-renderer';
import JSZip from 'jszip';
import { shareDiagramPictures } from './diagram-pictures';
import { familiesOf, FontMap } from './fonts';
import { cleanLinks } from './links';
import { redrawMetafiles } from './slide-metafiles';
import { Refused, serve } from './stage';
import { turnSlideTables } from './tables';
import { sizeOf } from './zip';

const LIMITS = {
  maxEntries: 4000,
  maxEntryUncompressedBytes: 64 * 1024 * 1024,
  maxTotalUncompressedBytes: 300 * 1024 * 1024,
  maxMediaBytes: 200 * 1024 * 1024,
  maxConcurrency: 4,
};

let viewer: PptxViewer | null = null;
let complete = false;

const looks = `
[data-slide-index] { margin: 0 auto 16px !important; box-shadow: 0 1px 3px rgb(0 0 0 / .16) !important; }
#slides { padding: 4px 0 84px; display: flex; flex-flow: column; align-items: center; }
`;

/** Larger slides are not looked into. */
const MOST_SLIDE = 2 * 1024 * 1024;

/** The pictures in SmartArt become known to the slides with it. */
async function shareAllPictures(zip: JSZip): Promise<boolean> {
  let changed = false;
  for (const part of zip.file(/^ppt\/diagrams\/drawing\d+\.xml$/)) {
    const name = part.name.slice('ppt/diagrams/'.length);
    const own = zip.file(`ppt/diagrams/_rels/${name}.rels`);
    if (!own || sizeOf(part) > MOST_SLIDE || sizeOf(own) > MOST_SLIDE) continue;
    for (const slide of zip.file(/^ppt\/slides\/_rels\/slide\d+\.xml\.rels$/)) {
      const rels = sizeOf(slide) > MOST_SLIDE ? '' : await slide.async('string');
      if (!rels.includes(`diagrams/${name}"`)) continue;
      const mark = `${name.slice(0, -'.xml'.length)}_`;
      const drawn = shareDiagramPictures(await part.async('string'), await own.async('string'), rels, mark);
      if (!drawn) continue;
      zip.file(part.name, drawn.drawing);
      zip.file(slide.name, drawn.slide);
      changed = true;
      break;
    }
  }
  return changed;
}

/**
 * The presentation with its tables that run from the right turned, its SmartArt with pictures, and its old pictures drawn or
 * named; most have none, and stay as they are.
 */
async function turned(bytes: ArrayBuffer, label: string): Promise<ArrayBuffer> {
  const zip = await JSZip.loadAsync(bytes);
  let changed = await shareAllPictures(zip);
  changed = (await redrawMetafiles(zip, label)) || changed;
  for (const part of zip.file(/^ppt\/slides\/slide\d+\.xml$/)) {
    const text = sizeOf(part) <= MOST_SLIDE ? turnSlideTables(await part.async('string')) : null;
    if (text === null) continue;
    zip.file(part.name, text);
    changed = true;
  }
  return changed ? zip.generateAsync({ type: 'arraybuffer', compression: 'STORE' }) : bytes;
}

const pages = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('[data-slide-index]')];

serve({
  pages,
  async draw({ bytes, fonts, words }, into) {
    const style = document.createElement('style');
    style.textContent = looks;
    const slides = document.createElement('div');
    slides.id = 'slides';
    slides.dir = 'ltr';
    into.replaceChildren(style, slides);
    const map = fonts && new FontMap(fonts);
    viewer = await PptxViewer.open(await turned(bytes, words?.['picture'] ?? '{kind}'), slides, {
      fitMode: 'none',
      zipLimits: LIMITS,
      lazyMedia: true,
      lazySlides: true,
      pdfjs: false,
      listOptions: { windowed: true, initialSlides: 3, batchSize: 4 },
      onSlideRendered: (_, element) => {
        cleanLinks(element);
        for (const one of element.querySelectorAll<HTMLElement>('[style*="font-family"]')) {
          map?.add(familiesOf(one.style.fontFamily));
        }
      },
    });
    if (viewer.slideCount === 0) throw new Refused('unreadable');
    return viewer.slideWidth;
  },
  async complete() {
    if (complete) return;
    complete = true;
    await viewer?.renderList({ windowed: false });
  },
});
