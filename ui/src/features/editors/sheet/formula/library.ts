import * as formulas from '@formulajs/formulajs';
import { isMany, rowsOf, type Fn } from './operand';
import { CellError, errorOf, errors, isError, type Value } from './values';

/** Functions of finance, statistics and engineering, whose arguments are numbers. The library knows more, but counts dates in another way. */
const names =
  `ACCRINT AVEDEV BESSELI BESSELJ BESSELK BESSELY BIN2DEC BIN2HEX BIN2OCT BITAND BITLSHIFT BITOR BITRSHIFT BITXOR
  ACOSH ACOT ACOTH ASINH ATANH BASE DECIMAL COT COTH CSC CSCH SEC SECH COMBINA MULTINOMIAL ROMAN ARABIC SERIESSUM SQRTPI FACTDOUBLE
  PERMUTATIONA SUMX2MY2 SUMX2PY2 SUMXMY2 DEC2BIN DEC2HEX DEC2OCT HEX2BIN HEX2DEC HEX2OCT OCT2BIN OCT2DEC OCT2HEX DELTA GESTEP ERF
  ERFC CONVERT COMPLEX IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMDIV IMEXP IMLN IMLOG10 IMLOG2 IMPOWER IMPRODUCT IMREAL IMSIN
  IMSQRT IMSUB IMSUM CUMIPMT CUMPRINC DB DDB DISC DOLLARDE DOLLARFR EFFECT FV FVSCHEDULE IPMT IRR ISPMT MIRR NOMINAL NPER NPV PDURATION
  PMT PPMT PV RATE RRI SLN SYD XIRR XNPV CORREL COVARIANCE.P COVARIANCE.S DEVSQ FISHER FISHERINV FORECAST GAMMA GAMMALN GAUSS GEOMEAN
  HARMEAN INTERCEPT KURT PEARSON PHI RSQ SKEW SKEW.P SLOPE STANDARDIZE STEYX TRIMMEAN BETA.DIST BETA.INV BINOM.DIST BINOM.INV
  CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CONFIDENCE.NORM CONFIDENCE.T EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT GAMMA.DIST
  GAMMA.INV HYPGEOM.DIST LOGNORM.DIST LOGNORM.INV NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV POISSON.DIST T.DIST T.DIST.2T
  T.DIST.RT T.INV T.INV.2T WEIBULL.DIST Z.TEST PERCENTILE.EXC QUARTILE.EXC PERCENTRANK.INC PERCENTRANK.EXC PROB`.split(
    /\s+/,
  );

/** Arguments, from 0, by which the library counts up; of more than MOST_STEPS it would count for minutes. */
const counting: Readonly<Record<string, readonly number[]>> = {
  BESSELI: [1],
  BESSELJ: [1],
  BESSELK: [1],
  BESSELY: [1],
  COMBINA: [0, 1],
  CUMIPMT: [1, 3, 4],
  CUMPRINC: [1, 3, 4],
  DB: [2, 3],
  DDB: [2, 3],
  FACTDOUBLE: [0],
  'BINOM.DIST': [0, 1],
  'BINOM.INV': [0],
  'HYPGEOM.DIST': [0, 1, 2, 3],
  'NEGBINOM.DIST': [0, 1],
  'POISSON.DIST': [0],
};
const MOST_STEPS = 10_000;

type Foreign = (...args: unknown[]) => unknown;

function foreign(name: string): Foreign | null {
  let found: unknown = formulas;
  for (const part of name.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === 'function' ? (found as Foreign) : null;
}

function valueOf(result: unknown): Value {
  if (result instanceof Error) return errorOf(result.message);
  if (typeof result === 'number') return Number.isFinite(result) ? result : errors.num;
  return typeof result === 'string' || typeof result === 'boolean' ? result : errors.value;
}

const call =
  (apply: Foreign, counts: readonly number[] = []): Fn =>
  (args) => {
    if (counts.some((index) => args.has(index) && args.number(index) > MOST_STEPS)) return errors.num;
    const given: unknown[] = [];
    for (const operand of args.all) {
      const rows = operand === undefined ? null : isMany(operand) ? rowsOf(operand, args.scope) : operand;
      const wrong = Array.isArray(rows) ? (rows as readonly (readonly Value[])[]).flat().find(isError) : rows;
      if (wrong instanceof CellError) return wrong;
      given.push(rows === null ? undefined : rows);
    }
    try {
      return valueOf(apply(...given));
    } catch {
      return errors.value;
    }
  };

export const library: Readonly<Record<string, Fn>> = Object.fromEntries(
  names.flatMap((name) => {
    const apply = foreign(name);
    return apply ? [[name, call(apply, counting[name])] as const] : [];
  }),
);
