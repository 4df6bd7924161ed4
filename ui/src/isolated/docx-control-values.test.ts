import { expect, test } from 'vitest';
import { dateText, valueOf, wellFormed, withValue } from './docx-control-values';

const persian = { tag: 'fa-IR', system: 'persian', firstDay: 6, zone: 'UTC', rtl: true } as const;
const gregorian = { tag: 'en-US', system: 'gregory', firstDay: 0, zone: 'UTC', rtl: false } as const;

test('a day is written by the format of Word in its calendar', () => {
  expect(dateText('yyyy/MM/dd', '2026-03-21', persian)).toBe('۱۴۰۵/۰۱/۰۱');
  expect(dateText('dddd d MMMM yyyy', '2026-11-20', persian)).toBe('جمعه ۲۹ آبان ۱۴۰۵');
  expect(dateText('M/d/yy', '2026-03-05', gregorian)).toBe('3/5/26');
  expect(dateText("ddd, MMM dd 'of' yyyy", '2026-03-05', gregorian)).toBe('Thu, Mar 05 of 2026');
});

test('attributes of the properties are written with the prefix of their element', () => {
  const list = '<w:sdtPr><w:dropDownList><w:listItem w:value="a"/></w:dropDownList></w:sdtPr>';
  const chosen = withValue(list, 'dropDownList', 'lastValue', 'a & "b"$&');
  expect(chosen).toContain('<w:dropDownList w:lastValue="a &amp; &quot;b&quot;$&amp;">');
  expect(valueOf(chosen, 'dropDownList', 'lastValue')).toBe('a & "b"$&');
  expect(withValue(chosen, 'dropDownList', 'lastValue', 'c')).toContain('<w:dropDownList w:lastValue="c">');
  expect(withValue('<w:sdtPr><w:date/></w:sdtPr>', 'date', 'fullDate', 'x')).toBe(
    '<w:sdtPr><w:date w:fullDate="x"/></w:sdtPr>',
  );
  expect(withValue('<w14:checked w14:val="0"/>', 'checked', 'val', '1')).toBe('<w14:checked w14:val="1"/>');
});

test('signs that the library wrote as they are become references', () => {
  expect(wellFormed('<a b="x & y &amp; &lt; &#1234; &z;"/>')).toBe('<a b="x &amp; y &amp; &lt; &#1234; &amp;z;"/>');
});
