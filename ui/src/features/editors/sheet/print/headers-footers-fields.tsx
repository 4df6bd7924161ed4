import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { isRtl, t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { SegmentedControl } from '~/kit/segmented-control';
import { Switch } from '~/kit/switch';
import {
  closeHead,
  joinHead,
  LONGEST_HEAD,
  openHead,
  PLACES,
  splitHead,
  type Field,
  type FieldWords,
  type HeadersFooters,
  type HeadPlace,
  type Kind,
} from '../book/headers-footers';

export const fieldWords = (): FieldWords => ({
  page: t('sheets.headPage'),
  pages: t('sheets.headPages'),
  date: t('sheets.headDate'),
  time: t('sheets.headTime'),
  file: t('sheets.headFile'),
  sheet: t('sheets.headSheet'),
  path: t('sheets.headPath'),
  picture: t('sheets.headPicture'),
});

/** What can be put in; the others are kept where a file has them. */
const INSERTED = ['page', 'pages', 'date', 'time', 'file', 'sheet'] as const satisfies readonly Field[];

const placeWords = { left: 'sheets.headLeft', center: 'sheets.headCenter', right: 'sheets.headRight' } as const;

export const isTooLong = ({ odd, even, first }: HeadersFooters) =>
  [...odd, ...even, ...first].some((text) => text.length > LONGEST_HEAD);

type Props = { headersFooters: HeadersFooters; onChange: (heads: HeadersFooters) => void };

/** The headers and footers of a sheet. */
export function HeadersFootersFields({ headersFooters, onChange }: Props) {
  const [chosen, setChosen] = useState<Kind>('odd');
  const kinds: Kind[] = [
    ...(headersFooters.onFirst ? (['first'] as const) : []),
    'odd',
    ...(headersFooters.onEven ? (['even'] as const) : []),
  ];
  const kind = kinds.includes(chosen) ? chosen : 'odd';
  const words = {
    first: t('sheets.headsFirst'),
    odd: headersFooters.onEven ? t('sheets.headsOdd') : t('sheets.headsOther'),
    even: t('sheets.headsEven'),
  };
  const change = (at: 0 | 1, text: string) =>
    onChange({
      ...headersFooters,
      [kind]: at === 0 ? [text, headersFooters[kind][1]] : [headersFooters[kind][0], text],
    });
  return (
    <div className="grid gap-4">
      {kinds.length > 1 && (
        <SegmentedControl
          label={t('sheets.headsOf')}
          value={kind}
          segments={kinds.map((value) => ({ value, label: words[value] }))}
          onChange={setChosen}
        />
      )}
      <HeadFields
        key={`${kind}-0`}
        label={t('sheets.header')}
        text={headersFooters[kind][0]}
        onChange={(text) => change(0, text)}
      />
      <HeadFields
        key={`${kind}-1`}
        label={t('sheets.footer')}
        text={headersFooters[kind][1]}
        onChange={(text) => change(1, text)}
      />
      <Switch
        label={t('sheets.headsFirstOwn')}
        checked={headersFooters.onFirst}
        onChange={(onFirst) => {
          onChange({ ...headersFooters, onFirst });
          setChosen(onFirst ? 'first' : 'odd');
        }}
      />
      <Switch
        label={t('sheets.headsEvenOwn')}
        checked={headersFooters.onEven}
        onChange={(onEven) => {
          // Even pages begin as the others are.
          const isNew = onEven && headersFooters.even.every((text) => text === '');
          onChange({ ...headersFooters, onEven, ...(isNew && { even: headersFooters.odd }) });
          setChosen(onEven ? 'even' : 'odd');
        }}
      />
    </div>
  );
}

/** A header or footer: its left, middle and right, where they are on the page. */
function HeadFields({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const words = fieldWords();
  // What is typed stays as it is typed: a space at its end would go on the way to the codes and back.
  const [open, setOpen] = useState(() => {
    const sections = splitHead(text);
    const openAt = (place: HeadPlace) => openHead(sections[place], words);
    return { left: openAt('left'), center: openAt('center'), right: openAt('right') };
  });
  const change = (place: HeadPlace, typed: string) => {
    const next = { ...open, [place]: { ...open[place], text: typed } };
    setOpen(next);
    const closeAt = (of: HeadPlace) => closeHead(next[of], words);
    onChange(joinHead({ ...splitHead(text), [place]: closeAt(place) }));
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {/* In the order of the page, in both languages. */}
      <div className="flex flex-col gap-3 rtl:flex-col-reverse sm:grid sm:grid-cols-3 sm:[direction:ltr]">
        {PLACES.map((place) => (
          <PlaceField
            key={place}
            place={place}
            title={`${label}: ${t(placeWords[place])}`}
            text={open[place].text}
            words={words}
            onChange={(typed) => change(place, typed)}
          />
        ))}
      </div>
      {text.length > LONGEST_HEAD && (
        <p role="alert" className="text-xs text-danger">
          {t('sheets.headTooLong', { n: LONGEST_HEAD })}
        </p>
      )}
    </fieldset>
  );
}

type PlaceProps = {
  place: HeadPlace;
  title: string;
  text: string;
  words: FieldWords;
  onChange: (text: string) => void;
};

function PlaceField({ place, title, text, words, onChange }: PlaceProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const insert = (of: Field) => {
    const area = field.current;
    const [from, until] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const token = `[${words[of]}]`;
    onChange(text.slice(0, from) + token + text.slice(until));
    // The menu gives the focus back to its button first.
    setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(from + token.length, from + token.length);
    }, 50);
  };
  return (
    <div dir={isRtl() ? 'rtl' : 'ltr'} className="grid min-w-0">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm text-muted">
          {t(placeWords[place])}
        </label>
        <Menu
          label={t('sheets.headInsert')}
          entries={INSERTED.map((of) => ({ id: of, label: words[of], onSelect: () => insert(of) }))}
          trigger={
            <IconButton label={`${t('sheets.headInsert')}: ${title}`}>
              <Plus size={16} aria-hidden="true" />
            </IconButton>
          }
        />
      </div>
      <textarea
        ref={field}
        id={id}
        aria-label={title}
        dir="auto"
        rows={2}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
        className="w-full resize-none rounded-control border border-edge bg-surface px-3 py-2 text-fg hover:border-fg/60 focus:border-brand focus:outline-2 focus:-outline-offset-1 focus:outline-brand"
      />
    </div>
  );
}
