import { useMemo, useState } from 'react';
import type { Text } from '~/api/content';
import { decodeText, type Encoding } from '~/api/encoding';
import { offers } from '~/api/encoding-rules';
import { t, type PlainKey } from '~/i18n';
import { Select } from '~/kit/select';

/** What the groups of encodings are called. */
export const GROUPS: Readonly<Record<string, PlainKey>> = {
  unicode: 'preview.encodingUnicode',
  persian: 'preview.encodingPersian',
  arabic: 'preview.encodingArabic',
  western: 'preview.encodingWestern',
  central: 'preview.encodingCentral',
  baltic: 'preview.encodingBaltic',
  turkish: 'preview.encodingTurkish',
  cyrillic: 'preview.encodingCyrillic',
  greek: 'preview.encodingGreek',
  hebrew: 'preview.encodingHebrew',
  thai: 'preview.encodingThai',
  vietnamese: 'preview.encodingVietnamese',
  chinese: 'preview.encodingChineseSimple',
  taiwanese: 'preview.encodingChineseTraditional',
  japanese: 'preview.encodingJapanese',
  korean: 'preview.encodingKorean',
};

/** The name of an encoding, which no line ends within. */
const labelOf = (encoding: Encoding) =>
  (/^[wm]/.test(encoding)
    ? encoding.replace(/^./, (letter) => letter.toUpperCase())
    : encoding.toUpperCase()
  ).replaceAll('-', '\u2011');

const options = () =>
  offers.map(({ encoding, group }) => ({
    value: encoding,
    label: `${t(GROUPS[group] ?? 'preview.encodingUnicode')} (${labelOf(encoding)})`,
  }));

interface Reading {
  readonly text: string;
  readonly encoding: Encoding;
  readonly choose: (encoding: Encoding) => void;
}

/** The text of a file in the encoding that was guessed, or in the one that somebody chose instead. */
export function useEncoding(data: Text | undefined): Reading {
  const [chosen, choose] = useState<Encoding | null>(null);
  const text = useMemo(
    () => (data && chosen && chosen !== data.encoding ? decodeText(data.bytes, chosen) : (data?.text ?? '')),
    [data, chosen],
  );
  return { text, encoding: chosen ?? data?.encoding ?? 'utf-8', choose };
}

/** Chooses the encoding of a text for which it had to be guessed. */
export function EncodingChoice({ data, reading }: { data: Text; reading: Reading }) {
  if (data.encoding === 'utf-8') return null;
  return (
    <Select
      label={t('preview.encoding')}
      hideLabel
      plain
      value={reading.encoding}
      onChange={reading.choose}
      options={options()}
    />
  );
}
