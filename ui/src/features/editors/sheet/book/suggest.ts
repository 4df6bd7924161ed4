import { isDateFormat, isPercentFormat } from 'numfmt';
import { isPersianFormat } from '~/features/viewers/sheet/persian';
import { isRtl } from '~/i18n';
import type { Node, Relative } from '../formula/parse';
import { DATE, PERSIAN_DATE } from './typed';

const isDate = (code: string) => isDateFormat(code) || isPersianFormat(code);

/** Dates of formulas are those of the calendar of the language. */
const dateCode = () => (isRtl() ? PERSIAN_DATE : DATE);

const days = new Set(['TODAY', 'DATE', 'EDATE', 'EOMONTH', 'WORKDAY', 'WORKDAY.INTL', 'DATEVALUE']);
const rates = new Set(['RATE', 'IRR', 'XIRR', 'MIRR', 'RRI', 'EFFECT', 'NOMINAL']);
/** Functions whose value is of the kind of their first argument. */
const alike = new Set(
  'SUM AVERAGE MIN MAX MEDIAN LARGE SMALL ROUND ROUNDUP ROUNDDOWN TRUNC INT ABS MROUND CEILING FLOOR INDEX IFERROR IFNA'.split(
    ' ',
  ),
);

/** The format that a formula suggests for its cell: that of its function, or of the first cell that it reads. */
export function formatOf(
  node: Node | null | undefined,
  at: (reference: Relative) => string | undefined,
): string | undefined {
  switch (node?.kind) {
    case 'reference':
      return at(node.reference);
    case 'unary':
      return node.operator === '-' ? formatOf(node.of, at) : undefined;
    case 'binary':
      return ofTwo(node.operator, formatOf(node.left, at), formatOf(node.right, at));
    case 'call':
      if (days.has(node.name)) return dateCode();
      if (node.name === 'NOW') return `${dateCode()} h:mm`;
      if (node.name === 'TIME' || node.name === 'TIMEVALUE') return 'h:mm';
      if (rates.has(node.name)) return '0.00%';
      if (alike.has(node.name)) return formatOf(node.args[0], at);
      if (node.name === 'SUMIF' || node.name === 'AVERAGEIF') return formatOf(node.args[2] ?? node.args[0], at);
      return node.name === 'IF' ? (formatOf(node.args[1], at) ?? formatOf(node.args[2], at)) : undefined;
    default:
      return undefined;
  }
}

function ofTwo(operator: string, left: string | undefined, right: string | undefined): string | undefined {
  const [first, second] = [left && isDate(left), right && isDate(right)];
  switch (operator) {
    case '+':
      return left ?? right;
    case '-':
      return first && second ? undefined : (left ?? right);
    case '*': {
      if (first || second) return undefined;
      // A share of an amount is an amount.
      return left !== undefined && isPercentFormat(left) ? right : (left ?? right);
    }
    case '/':
      return first || right !== undefined ? undefined : left;
    default:
      return undefined;
  }
}
