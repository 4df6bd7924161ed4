import type { Fns } from './operand';
import { errors, type Value } from './values';
import { numberAt } from './numbers';

/** Units by what they measure, as the number of the first one that each is. Those with a star have prefixes. */
const written: Readonly<Record<string, string>> = {
  mass: `g* 1 sg 14593.902937206365 lbm 453.59237 u* 1.66053906660E-24 ozm 28.349523125 grain 0.06479891 cwt 45359.237 uk_cwt 50802.34544
    stone 6350.29318 ton 907184.74 uk_ton 1016046.9088`,
  length: `m* 1 mi 1609.344 Nmi 1852 in 0.0254 ft 0.3048 yd 0.9144 ang* 1E-10 ell 1.143 ly* 9460730472580800 parsec* 30856775814913670
    Picapt 0.000352777777777778 Pica 0.00423333333333333 survey_mi 1609.347218694437`,
  time: `sec* 1 s* 1 yr 31557600 day 86400 d 86400 hr 3600 mn 60 min 60`,
  pressure: `Pa* 1 p* 1 atm* 101325 at* 101325 mmHg* 133.322 psi 6894.75729316836 Torr 133.322368421053`,
  force: `N* 1 dyn* 0.00001 dy* 0.00001 lbf 4.4482216152605 pond* 0.00980665`,
  energy: `J* 1 e* 1E-7 c* 4.184 cal* 4.1868 eV* 1.602176634E-19 ev* 1.602176634E-19 HPh 2684519.53769617 hh 2684519.53769617 Wh* 3600
    wh* 3600 flb 1.3558179483314 BTU 1055.05585262 btu 1055.05585262`,
  power: `W* 1 w* 1 HP 745.69987158227 h 745.69987158227 PS 735.49875`,
  magnetism: `T* 1 ga* 0.0001`,
  volume: `l* 0.001 L* 0.001 lt* 0.001 tsp 4.92892159375E-6 tspm 0.000005 tbs 1.478676478125E-5 oz 2.95735295625E-5 cup 0.0002365882365
    pt 0.000473176473 us_pt 0.000473176473 uk_pt 0.00056826125 qt 0.000946352946 uk_qt 0.0011365225 gal 0.003785411784 uk_gal 0.00454609
    barrel 0.158987294928 bushel 0.03523907016688 m3 1 mi3 4168181825.44058 in3 0.000016387064 ft3 0.028316846592 yd3 0.764554857984
    Nmi3 6352182208 regton 2.8316846592 MTON 1.13267386368`,
  area: `m2 1 ha 10000 ar* 100 us_acre 4046.87260987425 uk_acre 4046.8564224 in2 0.00064516 ft2 0.09290304 yd2 0.83612736
    mi2 2589988.110336 Nmi2 3429904 Morgen 2500`,
  information: `bit* 1 byte* 8`,
  speed: `m/s* 1 m/sec* 1 m/h* 0.000277777777777778 m/hr* 0.000277777777777778 mph 0.44704 kn 0.514444444444444 admkn 0.514773333333333`,
};

const prefixes: Readonly<Record<string, number>> = {
  Y: 1e24,
  Z: 1e21,
  E: 1e18,
  P: 1e15,
  T: 1e12,
  G: 1e9,
  M: 1e6,
  k: 1e3,
  h: 1e2,
  da: 1e1,
  e: 1e1,
  d: 1e-1,
  c: 1e-2,
  m: 1e-3,
  u: 1e-6,
  n: 1e-9,
  p: 1e-12,
  f: 1e-15,
  a: 1e-18,
  z: 1e-21,
  y: 1e-24,
};

interface Unit {
  readonly of: string;
  readonly size: number;
  readonly prefixed: boolean;
}

const units = new Map<string, Unit>(
  Object.entries(written).flatMap(([of, text]) => {
    const parts = text.split(/\s+/);
    return parts.flatMap((name, at) =>
      at % 2 === 0
        ? [[name.replace('*', ''), { of, size: Number(parts[at + 1]), prefixed: name.endsWith('*') }] as const]
        : [],
    );
  }),
);

function unitNamed(name: string): Unit | null {
  const known = units.get(name);
  if (known) return known;
  for (const length of [1, 2]) {
    const [scale, unit] = [prefixes[name.slice(0, length)], units.get(name.slice(length))];
    if (scale !== undefined && unit?.prefixed) return { ...unit, size: unit.size * scale };
  }
  const [, binary, rest = ''] = /^([kMGTPEZY])i(bit|byte)$/.exec(name) ?? [];
  const unit = units.get(rest);
  return binary && unit ? { ...unit, size: unit.size * 1024 ** ('kMGTPEZY'.indexOf(binary) + 1) } : null;
}

/** Degrees of temperatures: the factor and the offset that lead to kelvins. */
const degrees: Readonly<Record<string, readonly [number, number]>> = {
  C: [1, 273.15],
  cel: [1, 273.15],
  F: [5 / 9, 459.67],
  fah: [5 / 9, 459.67],
  K: [1, 0],
  kel: [1, 0],
  Rank: [5 / 9, 0],
  Reau: [1.25, 218.52],
};

function convert(value: number, from: string, to: string): Value {
  const [warm, cold] = [degrees[from], degrees[to]];
  if (warm && cold) {
    if (warm === cold) return value;
    return ((value + warm[1]) * warm[0]) / cold[0] - cold[1];
  }
  const [first, second] = [unitNamed(from), unitNamed(to)];
  return first && second && first.of === second.of ? (value * first.size) / second.size : errors.na;
}

export const conversions: Fns = {
  CONVERT: (args) => convert(numberAt(args, 0), args.text(1), args.text(2)),
};
