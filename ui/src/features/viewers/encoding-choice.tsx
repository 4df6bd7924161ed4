import { useMemo, useState } from 'react';
import type { Text } from '~/api/content';
import { decodeText, ENCODINGS, type Encoding } from '~/api/encoding';
import { t } from '~/i18n';
import { Select } from '~/kit/select';

const NAMES = {
  'utf-8': 'preview.encodingUnicode',
  'utf-16le': 'preview.encodingUnicode',
  'utf-16be': 'preview.encodingUnicode',
  'windows-1256': 'preview.encodingPersian',
  'iso-8859-6': 'preview.encodingArabic',
  'windows-1254': 'preview.encodingTurkish',
  'windows-1252': 'preview.encodingWestern',
  'windows-1251': 'preview.encodingCyrillic',
  'koi8-r': 'preview.encodingCyrillic',
  'windows-1255': 'preview.encodingHebrew',
  'windows-1253': 'preview.encodingGreek',
  gb18030: 'preview.encodingChineseSimple',
  big5: 'preview.encodingChineseTraditional',
  shift_jis: 'preview.encodingJapanese',
  'euc-jp': 'preview.encodingJapanese',
  'euc-kr': 'preview.encodingKorean',
} as const satisfies Record<Encoding, string>;

/** The name of an encoding, which no line ends within. */
const labelOf = (encoding: Encoding) =>
  (encoding.startsWith('windows') ? encoding.replace('w', 'W') : encoding.toUpperCase()).replaceAll('-', '\u2011');

const options = () => ENCODINGS.map((value) => ({ value, label: `${t(NAMES[value])} (${labelOf(value)})` }));

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
