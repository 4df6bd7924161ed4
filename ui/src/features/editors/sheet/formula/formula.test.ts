import { describe, expect, test } from 'vitest';
import { areaIn } from './address';
import { result } from './evaluate';
import { functionNames } from './functions';
import type { Scope } from './operand';
import { FormulaReader } from './parse';
import { moveFormula, plainFormula, renameSheet, shiftFormula, cycleFixed } from './rewrite';
import { errors, isError, type Value } from './values';

const table: Value[][] = [
  ['city', 'sales', 'share', 'date'],
  ['Tehran', 120, 0.5, 45_000],
  ['Shiraz', 80, 0.25, 45_031],
  ['تبریز', 40, 0.125, 45_061],
  [null, null, 'n', null],
];

const scope: Scope = {
  sheet: 'a',
  row: 9,
  column: 9,
  value: (sheet, row, column) =>
    sheet === 'a' ? (table[row - 1]?.[column - 1] ?? null) : sheet === 'b' ? row * 10 : null,
  each: (sheet, { top, left, bottom, right }, take) => {
    for (let row = top; row <= Math.min(bottom, 5); row++) {
      for (let column = left; column <= Math.min(right, 4); column++)
        take(row, column, scope.value(sheet, row, column));
    }
  },
  extent: () => ({ rows: 5, columns: 4 }),
  hidden: (_sheet, row) => (row === 3 ? 'filter' : row === 4 ? 'hand' : null),
  sheetNamed: (name) => ({ data: 'a', 'other sheet': 'b' })[name.toLowerCase()] ?? null,
  formula: () => null,
  epoch: 0,
  now: () => new Date(2026, 10, 23, 12, 0, 0),
};

function value(source: string) {
  const found = result(new FormulaReader().read(source, 9, 9), scope);
  return isError(found) ? found.code : typeof found === 'number' ? Number(found.toPrecision(12)) : found;
}

describe('formulas', () => {
  const cases: [string, Value][] = [
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['-2^2', 4],
    ['2^-1', 0.5],
    ['2^3^2', 64],
    ['50%*4', 2],
    ['"a"&1&TRUE', 'a1TRUE'],
    ['"A"="a"', true],
    ['1<"a"', true],
    ['1/0', '#DIV/0!'],
    ['"a"+1', '#VALUE!'],
    ['"3"+1', 4],
    ['0.1+0.2-0.3', 0],
    ['SUM(B2:B4)', 240],
    ['SUM(B:B)', 240],
    ['SUM(2:2)', 45_120.5],
    ['SUM(B2:B4,10,"5")', 255],
    ['SUM(B2:INDEX(B2:B4,2))', 200],
    ["SUM(data!B2,'Other sheet'!A1:A2)", 150],
    ['SUM(missing!A1)', '#REF!'],
    ['SUMIF(B2:B4,">50")', 200],
    ['SUMIF(A2:A4,"T*",B2:B4)', 120],
    ['SUMIF(A2:A4,"تبریز",B2)', 40],
    ['SUMIFS(B2:B4,A2:A4,"<>Tehran",B2:B4,">50")', 80],
    ['SUMPRODUCT(B2:B4,C2:C4)', 85],
    ['SUMPRODUCT((A2:A4="Shiraz")*B2:B4)', 80],
    ['SUBTOTAL(9,B2:B4)', 160],
    ['SUBTOTAL(109,B2:B4)', 120],
    ['SUBTOTAL(2,B2:B4)', 2],
    ['ROUND(2.5,0)', 3],
    ['ROUND(-2.5,0)', -3],
    ['ROUND(1.005,2)', 1.01],
    ['ROUNDDOWN(-2.57,1)', -2.5],
    ['ROUNDUP(2.01,0)', 3],
    ['INT(-1.5)', -2],
    ['MOD(-3,2)', 1],
    ['MOD(3,0)', '#DIV/0!'],
    ['CEILING(2.1,0.5)', 2.5],
    ['SQRT(-1)', '#NUM!'],
    ['LOG(8,2)', 3],
    ['GCD(12,18)', 6],
    ['COMBIN(5,2)', 10],
    ['AVERAGE(B2:B4)', 80],
    ['AVERAGE(A2:A4)', '#DIV/0!'],
    ['AVERAGEIF(B2:B4,"<100")', 60],
    ['COUNT(A1:D5)', 9],
    ['COUNTA(A1:D5)', 17],
    ['COUNTBLANK(A1:D5)', 3],
    ['COUNTIF(A2:A4,"*h*")', 2],
    ['COUNTIFS(B2:B4,">=80",C2:C4,"<0.5")', 1],
    ['MAX(B1:B5)', 120],
    ['MIN(B2:B4)', 40],
    ['MAXIFS(B2:B4,B2:B4,"<100")', 80],
    ['MEDIAN(1,2,3,4)', 2.5],
    ['MODE(1,2,2,3)', 2],
    ['LARGE(B2:B4,2)', 80],
    ['RANK(80,B2:B4)', 2],
    ['STDEV(2,4,4,4,5,5,7,9)', 2.1380899353],
    ['STDEVP(2,4,4,4,5,5,7,9)', 2],
    ['PERCENTILE(B2:B4,0.25)', 60],
    ['IF(B2>100,"big","small")', 'big'],
    ['IF(FALSE,1/0)', false],
    ['IF(1,,2)', 0],
    ['IFERROR(1/0,"none")', 'none'],
    ['IFNA(VLOOKUP("x",A2:B4,2,FALSE),7)', 7],
    ['IFS(FALSE,1,TRUE,2)', 2],
    ['SWITCH(3,1,"a",3,"c","d")', 'c'],
    ['CHOOSE(2,"a","b")', 'b'],
    ['AND(B2>1,B3>1)', true],
    ['OR(FALSE,0)', false],
    ['NOT(1)', false],
    ['ISBLANK(A5)', true],
    ['ISERROR(1/0)', true],
    ['VLOOKUP("shiraz",A2:C4,3,FALSE)', 0.25],
    ['VLOOKUP(45040,D2:D4,1)', 45_031],
    ['HLOOKUP("sales",A1:D4,3,FALSE)', 80],
    ['XLOOKUP("Tehran",A2:A4,B2:B4)', 120],
    ['XLOOKUP("none",A2:A4,B2:B4,"-")', '-'],
    ['INDEX(A2:B4,3,1)', 'تبریز'],
    ['INDEX(B2:B4,MATCH("Shiraz",A2:A4,0))', 80],
    ['MATCH(90,{10,50,100})', 2],
    ['MATCH("x",A2:A4,0)', '#N/A'],
    ['SUM(OFFSET(B2,1,0,2,1))', 120],
    ['INDIRECT("B"&3)', 80],
    ['ROW(B7)', 7],
    ['COLUMN()', 9],
    ['ROWS(A1:A5)', 5],
    ['ADDRESS(2,28)', '$AB$2'],
    ['LEFT("سلام",2)', 'سل'],
    ['RIGHT("abc",2)', 'bc'],
    ['MID("abcdef",2,3)', 'bcd'],
    ['LEN("سلام")', 4],
    ['UPPER("ab")', 'AB'],
    ['PROPER("two words")', 'Two Words'],
    ['TRIM("  a   b ")', 'a b'],
    ['SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'],
    ['FIND("b","abc")', 2],
    ['SEARCH("B?","abc")', 2],
    ['FIND("x","abc")', '#VALUE!'],
    ['TEXTJOIN(", ",TRUE,A2:A5)', 'Tehran, Shiraz, تبریز'],
    ['CONCATENATE("a",1)', 'a1'],
    ['REPT("ab",2)', 'abab'],
    ['SEARCH("~~","a~b")', 2],
    ['COUNTIF(A2:A4,"T~~*")', 0],
    ['FIXED(1,1E9)', '#VALUE!'],
    ['IFERROR(FIXED(1,1E9),"no")', 'no'],
    ['VALUE("1,234.5")', 1234.5],
    ['TEXT(1234.5,"#,##0.00")', '1,234.50'],
    ['TEXT(DATE(2026,11,23),"yyyy/mm/dd")', '2026/11/23'],
    ['EXACT("a","A")', false],
    ['DATE(2026,11,23)', 46_349],
    ['DATE(2026,14,1)', 46_419],
    ['DATE(1900,2,28)', 59],
    ['YEAR(46349)', 2026],
    ['MONTH(D3)', 4],
    ['DAY(D3)', 15],
    ['WEEKDAY(46349)', 2],
    ['EDATE(DATE(2026,1,31),1)', 46_081],
    ['EOMONTH(DATE(2024,2,3),0)', 45_351],
    ['DATEDIF(DATE(2020,5,10),DATE(2026,4,9),"Y")', 5],
    ['DAYS("2026-11-23","2026-11-20")', 3],
    ['NETWORKDAYS(DATE(2026,11,20),DATE(2026,11,24))', 3],
    ['WORKDAY(DATE(2026,11,20),1)', 46_349],
    ['WORKDAY(DATE(2026,11,23),-1)', 46_346],
    ['WORKDAY(DATE(2026,11,20),2,DATE(2026,11,23))', 46_351],
    ['WORKDAY.INTL(DATE(2026,11,20),10,"0001100")', 46_358],
    ['WORKDAY(1,1E9)', '#NUM!'],
    ['WORKDAY(1,-1E15)', '#NUM!'],
    ['WORKDAY(1E15,1)', '#NUM!'],
    ['NETWORKDAYS(DATE(2026,11,24),DATE(2026,11,20),DATE(2026,11,21))', -3],
    ['NETWORKDAYS(DATE(2026,1,1),DATE(2026,12,31),DATE(2026,3,20))', 260],
    ['NETWORKDAYS(1,1E12)', '#NUM!'],
    ['FACT(5)', 120],
    ['FACT(170)', 7.25741561531e306],
    ['FACT(1E15)', '#NUM!'],
    ['COMBIN(1E9,999999998)', 499_999_999_500_000_000],
    ['COMBIN(1E12,5E11)', '#NUM!'],
    ['COMBIN(49,6)', 13_983_816],
    ['PERMUT(5,2)', 20],
    ['PERMUT(1E9,2)', 999_999_999_000_000_000],
    ['PERMUT(1E15,1E14)', '#NUM!'],
    ['PERMUT(-1,-2)', '#NUM!'],
    ['CUMIPMT(0.01,1E9,1000,1,1E9,0)', '#NUM!'],
    ['CUMIPMT(0.1,10,1E7,1,2,0)', -1_937_254.60512],
    ['COUNTIF(B2:B4,"")', 0],
    ['COUNTIF(A1:D5,"")', 3],
    ['COUNTBLANK(A:A)', 1_048_572],
    ['TEXTJOIN("-",FALSE,A4:B5)', 'تبریز-40--'],
    ['TEXTJOIN("-",TRUE,A4:B5)', 'تبریز-40'],
    ['CONCAT(A4:B5)', 'تبریز40'],
    ['HOUR(0.75)', 18],
    ['TIME(6,30,0)', 0.270833333333],
    ['YEARFRAC(DATE(2026,1,1),DATE(2026,7,1))', 0.5],
    ['ISOWEEKNUM(DATE(2026,1,1))', 1],
    ['TODAY()', 46_349],
    ['NOW()-TODAY()', 0.5],
    ['ROUND(PMT(0.01,12,-1000),4)', 88.8488],
    ['ROUND(NPV(0.1,100,200),4)', 256.1983],
    ['ROUND(CORREL(B2:B4,C2:C4),4)', 0.982],
    ['ROUND(NORM.S.DIST(1,TRUE),4)', 0.8413],
    ['BIN2DEC("101")', 5],
    ['HEX2DEC("FF")', 255],
    ['A1:A3', '#VALUE!'],
    ['A5', 0],
    ['Z90+1', 1],
    ['Z90:Z91+B2:B3', '#VALUE!'],
    ['SUMPRODUCT(Z90:Z91+B2:B3)', 200],
    ['TRUE', true],
    ['#N/A', '#N/A'],
  ];
  test.each(cases)('%s', (source, expected) => expect(value(source)).toBe(expected));

  test('what is no formula is refused', () => {
    for (const source of ['1+', 'SUM(', '(1', '1 2', ')', '"a']) expect(() => value(source)).toThrow();
  });

  test('the library has all the functions that are named', () => {
    expect(functionNames.length).toBeGreaterThan(300);
    expect(functionNames).toContain('T.DIST.2T');
  });

  test('filled formulas share a tree', () => {
    const reader = new FormulaReader();
    expect(reader.read('A1+$B$1', 1, 3)).toBe(reader.read('A2+$B$1', 2, 3));
    expect(reader.read('A1+$B$1', 1, 3)).not.toBe(reader.read('A1+$B$1', 2, 3));
  });
});

const rows = (kind: 'insert' | 'delete', at: number, count: number) =>
  ({ sheet: 'Data', axis: 'rows', kind, at, count }) as const;

describe('references', () => {
  test.each([
    ['A1+A5', 'Data', rows('insert', 3, 2), 'A1+A7'],
    ['SUM(A1:A5)', 'Data', rows('insert', 3, 2), 'SUM(A1:A7)'],
    ['SUM($A$1:A5)&"A5"', 'Data', rows('insert', 1, 1), 'SUM($A$2:A6)&"A5"'],
    ['A5', 'Other', rows('insert', 3, 2), 'A5'],
    ['data!A5+A5', 'Other', rows('insert', 3, 2), 'data!A7+A5'],
    ['A3', 'Data', rows('delete', 3, 1), '#REF!'],
    ['SUM(A1:A5)', 'Data', rows('delete', 2, 2), 'SUM(A1:A3)'],
    ['SUM(A3:A5)', 'Data', rows('delete', 1, 3), 'SUM(A1:A2)'],
    ['SUM(A3:A5)', 'Data', rows('delete', 3, 3), 'SUM(#REF!)'],
    ['SUM(A:A)', 'Data', rows('delete', 3, 3), 'SUM(A:A)'],
    ['SUM(B:D)', 'Data', { sheet: 'Data', axis: 'columns', kind: 'delete', at: 2, count: 1 }, 'SUM(B:C)'],
    ['LOG10(A3)', 'Data', rows('insert', 1, 1), 'LOG10(A4)'],
  ] as const)('%s in %s after %o is %s', (source, home, shift, expected) =>
    expect(shiftFormula(source, home, shift)).toBe(expected),
  );

  test('copies move loose references', () => {
    expect(moveFormula("A1+$B$1+C$1+'my sheet'!A1", 2, 1)).toBe("B3+$B$1+D$1+'my sheet'!B3");
    expect(moveFormula('A1', -1, 0)).toBe('#REF!');
  });

  test('sheets get other names', () => {
    expect(renameSheet("Data!A1+'x y'!A1", 'data', 'فروش ۱۴۰۵')).toBe("'فروش ۱۴۰۵'!A1+'x y'!A1");
    expect(renameSheet('Data!A1+B1', 'Data', null)).toBe('#REF!+B1');
  });

  test('Persian digits and signs are those of formulas', () => {
    expect(plainFormula('SUM(A۱؛۲٫۵)&"۱؛۲"')).toBe('SUM(A1,2.5)&"۱؛۲"');
  });

  test('a semicolon stands between arguments, but for those in braces', () => {
    expect(plainFormula('SUM(A1;{1;2};";")')).toBe('SUM(A1,{1;2},";")');
  });

  test('a key turns the four forms', () => {
    expect(cycleFixed('A1+B2', 5)).toEqual({ text: 'A1+$B$2', place: 7 });
    expect(cycleFixed('A1+$B$2', 5)).toEqual({ text: 'A1+B$2', place: 6 });
  });

  test('names of areas', () => {
    expect(areaIn('c3:B2')).toEqual({ top: 2, left: 2, bottom: 3, right: 3 });
    expect(areaIn('XFE1')).toBeNull();
  });
});

test('dates in texts count from the epoch of the workbook', () => {
  const mac: Scope = { ...scope, epoch: 1462 };
  const read = (source: string) => result(new FormulaReader().read(source, 9, 9), mac);
  expect(read('TEXT(DATE(2026,11,23),"yyyy/mm/dd")')).toBe('2026/11/23');
  expect(read('TEXT(44887,"0.0")')).toBe('44887.0');
  expect(read('VALUE("2026-11-23")')).toBe(44_887);
  expect(read('YEAR(44887)')).toBe(2026);
});

const broken = () => {
  throw new RangeError('Invalid string length');
};

test('a formula that breaks while it is computed is an error, and throws nothing', () => {
  const breaks: Scope = {
    ...scope,
    value: broken,
    each: broken,
  };
  for (const source of ['A1', 'A1+1', 'IF(A1,1,2)', 'SUM(A1:B2)']) {
    expect(result(new FormulaReader().read(source, 9, 9), breaks), source).toBe(errors.value);
  }
});
