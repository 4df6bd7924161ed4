/**
 * What functions take: `v` one value, `r` a range as it is, `a` a range inside of which everything is an array. The kinds
 * behind a star come again and again, and without one the last kind does.
 */
const written: Readonly<Record<string, string>> = {
  v: `ADDRESS`,
  r: `SUM PRODUCT SUMSQ AND OR XOR AVERAGE AVERAGEA COUNT COUNTA COUNTBLANK MAX MIN MAXA MINA MEDIAN STDEV STDEV.S STDEVP STDEV.P VAR
    VAR.S VARP VAR.P GCD LCM ISREF ISFORMULA FORMULATEXT TYPE ROW COLUMN ROWS COLUMNS CONCAT MULTINOMIAL AVEDEV DEVSQ GEOMEAN
    HARMEAN KURT SKEW SKEW.P IMSUM IMPRODUCT CELL`,
  a: `SUMPRODUCT TRANSPOSE MODE MODE.SNGL CORREL COVARIANCE.P COVARIANCE.S INTERCEPT PEARSON RSQ SLOPE STEYX SUMX2MY2 SUMX2PY2 SUMXMY2`,
  av: `INDEX`,
  aavv: `PROB`,
  rrv: `XIRR`,
  rv: `LARGE SMALL PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC QUARTILE.EXC PERCENTRANK.INC PERCENTRANK.EXC IRR MIRR
    TRIMMEAN Z.TEST COUNTIF OFFSET`,
  rvr: `SUMIF AVERAGEIF`,
  'r*rv': `SUMIFS AVERAGEIFS MAXIFS MINIFS`,
  '*rv': `COUNTIFS`,
  vaa: `LOOKUP FORECAST FORECAST.LINEAR`,
  vr: `SUBTOTAL NPV FVSCHEDULE`,
  vrv: `RANK RANK.EQ RANK.AVG VLOOKUP HLOOKUP MATCH XMATCH`,
  vrr: `XNPV`,
  vrrv: `XLOOKUP`,
  vvr: `TEXTJOIN NETWORKDAYS WORKDAY`,
  vvvr: `NETWORKDAYS.INTL WORKDAY.INTL SERIESSUM`,
};

const byName = new Map(
  Object.entries(written).flatMap(([kinds, names]) => names.split(/\s+/).map((name) => [name, kinds] as const)),
);

/** The kinds of a function; undefined where all are values. */
export const kindsOf = (name: string) => byName.get(name);

/** The kind of an argument, from 0. */
export function kindAt(kinds: string | undefined, at: number): string {
  if (kinds === undefined) return 'v';
  const star = kinds.indexOf('*');
  if (star < 0) return kinds[at] ?? kinds.at(-1) ?? 'v';
  const again = kinds.length - star - 1;
  return (at < star ? kinds[at] : kinds[star + 1 + ((at - star) % again)]) ?? 'v';
}
