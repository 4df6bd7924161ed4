import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useSearch } from 'wouter';
import { TEXT_LIMIT } from '~/api/content';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { patternOf } from '~/kit/find-text';
import { FindField } from '../find-field';
import { useFindKey } from '../use-find-key';
import '../found.css';

const REST = 150;
/** Places that are shown: a word of one letter in a long text must not fill the memory. */
export const MOST_FOUND = 5000;

interface TextFind<Place> {
  readonly found: readonly Place[];
  readonly current: Place | null;
  /** The field; null while it is closed. */
  readonly bar: ReactNode;
}

/**
 * Words to find in a text of which all is here: by Ctrl+F, or those of the address. `findPlaces` returns the places of a
 * pattern, at most MOST_FOUND, and stays the same as long as the text does. `isCut` is whether the file goes on behind the text.
 */
export function useTextFind<Place>(findPlaces: (pattern: RegExp) => Place[], isCut: boolean): TextFind<Place> {
  const asked = new URLSearchParams(useSearch()).get('find') ?? '';
  const [words, setWords] = useState(asked);
  const [isOpen, setOpen] = useState(asked !== '');
  const [index, setIndex] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => {
    for (const pattern of isOpen ? [patternOf(words), words === asked ? patternOf(words, true) : null] : []) {
      const places = pattern ? findPlaces(pattern) : [];
      if (places.length > 0) return places;
    }
    return [];
  }, [findPlaces, words, asked, isOpen]);
  useFindKey(() => {
    setOpen(true);
    focusField(field);
  });
  const at = Math.min(index, Math.max(0, found.length - 1));
  const bar = isOpen && (
    <TextFindBar
      field={field}
      words={words}
      at={at}
      total={found.length}
      isCut={isCut}
      onWords={(text) => {
        setWords(text);
        setIndex(0);
      }}
      onStep={(by) => found.length > 0 && setIndex((at + by + found.length) % found.length)}
      onClose={() => setOpen(false)}
    />
  );
  return { found, current: found[at] ?? null, bar: bar || null };
}

/** The field may come with the next drawing. */
function focusField(field: RefObject<HTMLInputElement | null>): void {
  requestAnimationFrame(() => {
    field.current?.focus();
    field.current?.select();
  });
}

type BarProps = {
  field: RefObject<HTMLInputElement | null>;
  words: string;
  at: number;
  total: number;
  isCut: boolean;
  onWords: (words: string) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

function TextFindBar({ field, words, at, total, isCut, onWords, onStep, onClose }: BarProps) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  return (
    <FindField
      field={field}
      label={t('preview.find')}
      start={words}
      at={at + 1}
      total={total}
      isMissing={total === 0 && words.trim() !== ''}
      onWords={(text) => {
        clearTimeout(rest.current);
        rest.current = setTimeout(() => onWords(text), REST);
      }}
      onStep={onStep}
      onClose={onClose}
    >
      {isCut || total >= MOST_FOUND ? (
        <p className="basis-full px-1 pb-0.5 text-xs text-warning">
          {isCut ? t('preview.findCut', { shown: size(TEXT_LIMIT) }) : t('preview.findMost')}
        </p>
      ) : undefined}
    </FindField>
  );
}
