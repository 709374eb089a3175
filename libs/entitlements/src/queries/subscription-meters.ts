import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PriceView } from '#catalog/views';
import type { SubscriptionRow } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { FindUsage } from '../needs/index.ts';
import type { SubscriptionMeterView } from './subscription-meter.view.ts';

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

type Row = Pick<SubscriptionRow, 'id' | 'customer_id' | 'recipient_id' | 'price_ids' | 'created_at'>;

const DIGITS = 32;
const numberOf = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`);

/** A stable UUID for a pair of subscription and meter, derived from the random bits of both ids. */
export function subscriptionMeterId(subscriptionId: string, meterId: string): string {
  const hex = (numberOf(subscriptionId) ^ numberOf(meterId)).toString(16).padStart(DIGITS, '0');
  const variant = '89ab'[parseInt(hex[16]!, 16) % 4]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Loads the metered prices of subscriptions with the usage and the amount due, in one query. */
@Injectable()
export class SubscriptionMeters {
  constructor(private readonly queries: QueryBus) {}

  /** The meters by subscription id, in the order of the prices. */
  async of(
    rows: readonly Row[],
    prices: ReadonlyMap<string, PriceView>,
  ): Promise<ReadonlyMap<string, readonly SubscriptionMeterView[]>> {
    const paid = rows.flatMap((row) =>
      row.price_ids.flatMap((id) => {
        const price = prices.get(id);
        return price?.amount_type === 'metered_unit' ? [{ row, price }] : [];
      }),
    );
    const metered = paid.map(({ row, price }) => ({ customerId: row.recipient_id ?? row.customer_id, meterId: price.meter_id }));
    const found = await this.queries.execute(new FindUsage(metered));
    const toView = paid.map(({ row, price }, index) => {
      const { balance, ...usage } = found[index]!;
      const { meter_id } = price;
      const amount = amountDue(price, -balance);
      const id = subscriptionMeterId(row.id, meter_id);
      return { of: row.id, view: { id, created_at: row.created_at, meter_id, amount, ...usage } };
    });
    const grouped = Map.groupBy(toView, (each) => each.of);
    return new Map(rows.map(({ id }) => [id, (grouped.get(id) ?? []).map(({ view }) => view)]));
  }
}
