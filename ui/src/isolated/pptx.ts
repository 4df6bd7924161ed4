import { PptxViewer } from '@aiden0z/pptx-renderer';
import JSZip from 'jszip';
import { familiesOf, FontMap } from './fonts';
import { cleanLinks } from './links';
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

/** The presentation with its tables that run from the right turned; most have none, and stay as they are. */
async function turned(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const zip = await JSZip.loadAsync(bytes);
  let changed = false;
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
  async draw({ bytes, fonts }, into) {
    const style = document.createElement('style');
    style.textContent = looks;
    const slides = document.createElement('div');
    slides.id = 'slides';
    slides.dir = 'ltr';
    into.replaceChildren(style, slides);
    const map = fonts && new FontMap(fonts);
    viewer = await PptxViewer.open(await turned(bytes), slides, {
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
