import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { useWords } from '../words/index.ts';

export type Product = Schema<'Product'>;
export type Price = Product['prices'][number];
export type Unit = NonNullable<Product['recurring_interval']>;

/** Writes what a price asks for, without how often. */
export function usePriceText(): (price: Price) => string {
  const { prices: words } = useWords();
  const { money, preciseMoney } = useFormats();
  return (price) => {
    const { price_currency: currency } = price;
    switch (price.amount_type) {
      case 'fixed':
        return price.price_amount === 0 ? words.free : money(price.price_amount, currency);
      case 'custom':
        return price.minimum_amount > 0 ? words.atLeast(money(price.minimum_amount, currency)) : words.anyAmount;
      case 'seat_based': {
        const amounts = price.seat_tiers.tiers.map(({ price_per_seat }) => price_per_seat);
        const lowest = money(Math.min(...amounts), currency);
        return amounts.length > 1 ? words.perSeatFrom(lowest) : words.perSeat(lowest);
      }
      case 'metered_unit':
        return words.perUnit(preciseMoney(price.unit_amount, currency), price.meter.name);
    }
  };
}

/** Writes how often something is paid for: every 3 months. */
export function usePeriodText(): (unit: Unit | null, count: number | null) => string {
  const { periods: words } = useWords();
  return (unit, count) => (unit === null ? words.once : words.every[unit](count ?? 1));
}
