import type { CSSProperties } from 'react';
import { isRightToLeft } from '~/kit/direction';
import { isRtl } from '~/i18n';
import { clock, numericDay } from '~/i18n/format';
import { latinDigits } from '~/kit/digits';
import type { PageSetup } from '../book/paper';
import { pageSize } from '../book/paper';
import {
  headerAndFooterOf,
  PLACES,
  readHead,
  splitHead,
  type HeadLook,
  type HeadPart,
  type HeadPlace,
} from '../book/headers-footers';
import { familyOf } from '../grid/shown';

/** What the fields of headers say on a page. */
export interface PageFacts {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly at: Date;
  readonly file: string;
  readonly sheet: string;
  /** The sheet runs from the right. */
  readonly rtl: boolean;
}

/** Whether a section is written from the right: by its letters, and where it has none by its sheet and the language. */
function isFromRight(parts: readonly HeadPart[], { file, sheet, rtl }: PageFacts): boolean {
  const text = parts.map((part) => part.text ?? { file, sheet }[part.field as string] ?? '').join('');
  return /\p{L}/u.test(text) ? isRightToLeft(text) : rtl || isRtl();
}

const persianDigits = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)));

/** The text of a field. Numbers and days are those of the language in which the section is written. */
function fieldText({ field, plus = 0 }: HeadPart, facts: PageFacts, begin: number, isPersian: boolean): string {
  const own = (text: string) => (isPersian ? persianDigits(text) : text);
  switch (field) {
    case 'page':
      return own(String(facts.page - 1 + begin + plus));
    case 'pages':
      return own(String(facts.pages));
    case 'date':
      return own(numericDay(facts.at, isPersian));
    case 'time':
      return own(latinDigits(clock(facts.at)));
    case 'file':
      return facts.file;
    case 'sheet':
      return facts.sheet;
    default:
      return '';
  }
}

const lines = (look: HeadLook) => {
  const kinds = [look.underline && 'underline', look.strike && 'line-through'].filter(Boolean).join(' ');
  return kinds && `${kinds}${look.underline === 'double' ? ' double' : ''}`;
};

const styleOf = (look: HeadLook): CSSProperties => ({
  ...(look.bold && { fontWeight: 700 }),
  ...(look.italic && { fontStyle: 'italic' }),
  ...(lines(look) && { textDecoration: lines(look) }),
  ...(look.font && { fontFamily: familyOf(look.font) }),
  ...(look.size && { fontSize: `${look.size}pt`, lineHeight: 1.3 }),
  ...(look.color && { color: `#${look.color}` }),
  ...(look.raised && { verticalAlign: look.raised, fontSize: '0.7em' }),
});

type SectionProps = {
  text: string;
  place: HeadPlace;
  facts: PageFacts;
  setup: PageSetup;
  scale: number;
  atTop: boolean;
};

/** The left, the middle or the right of a header or footer. */
function Section({ text, place, facts, setup, scale, atTop }: SectionProps) {
  const parts = readHead(text);
  const isPersian = isFromRight(parts, facts);
  const { margins, edges } = pageSize(setup);
  // Without the margins of the sheet these are Excel's own.
  const [left, right] = setup.headersFooters.wide ? [67, 67] : [margins.left, margins.right];
  return (
    <div
      dir={isPersian ? 'rtl' : 'ltr'}
      data-head={place}
      className="absolute leading-5 whitespace-pre-wrap"
      style={{ left, right, textAlign: place, ...(atTop ? { top: edges.header } : { bottom: edges.footer - 1 }) }}
    >
      <div style={{ zoom: setup.headersFooters.fixed ? 1 : scale }}>
        {parts.map((part, at) => (
          <span key={at} style={styleOf(part.look)}>
            {part.text ?? fieldText(part, facts, setup.begin, isPersian)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The header and the footer of a page, whose places do not depend on the way that the sheet runs. */
export function PageHeaderAndFooter({ facts, setup, scale }: { facts: PageFacts; setup: PageSetup; scale: number }) {
  const texts = headerAndFooterOf(setup.headersFooters, facts.page - 1 + setup.begin, facts.page === 1);
  return texts.map((text, at) => {
    const sections = splitHead(text);
    return PLACES.map(
      (place) =>
        sections[place] !== '' && (
          <Section key={`${at}-${place}`} text={sections[place]} {...{ place, facts, setup, scale }} atTop={at === 0} />
        ),
    );
  });
}
