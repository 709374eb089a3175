import type { PriceView } from '#catalog/views';

type Price = Pick<Extract<PriceView, { amount_type: 'metered_unit' }>, 'unit_amount' | 'cap_amount'>;

/** A decimal number: digits × 10^exponent. */
type Decimal = readonly [digits: bigint, exponent: number];

const EXPONENTIAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

function decimal(text: string): Decimal {
  const [, whole, fraction = '', exponent = '0'] = EXPONENTIAL.exec(text)!;
  return [BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length];
}

/** Rounds half up. */
function rounded(digits: bigint, exponent: number): bigint {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (2n * digits + divisor) / (2n * divisor);
}

/** The cost of units in minor units, calculated exactly and rounded once; 0 if no units are left to pay. */
export function amountDue({ unit_amount, cap_amount }: Price, units: number): number {
  if (units <= 0) return 0;
  const [price, priceExponent] = decimal(unit_amount);
  const [used, usedExponent] = decimal(units.toExponential());
  const amount = rounded(price * used, priceExponent + usedExponent);
  const most = BigInt(cap_amount ?? Number.MAX_SAFE_INTEGER);
  return Number(amount < most ? amount : most);
}
