import type { Schema } from '../../api/client.ts';
import { minorUnits, wholeMinorUnits } from '../../../../libs/support/src/currencies/amounts.ts';
import type { Formats } from '../../i18n/formats.ts';
import type { Currency } from '../currencies.ts';
import type { Price } from './price-text.ts';

export const AMOUNT_TYPES = ['fixed', 'free', 'custom', 'seat_based', 'metered_unit'] as const;
export type AmountType = (typeof AMOUNT_TYPES)[number];
export const TAXES = ['default', 'location', 'inclusive', 'exclusive'] as const;
export const TIER_TYPES = ['volume', 'graduated'] as const;

export interface TierDraft {
  readonly id: string;
  /** The highest number of seats, empty for no limit. */
  readonly upTo: string;
  readonly amount: string;
}

/** A price that is being written. Amounts are as they are typed. */
export interface PriceDraft {
  readonly id: string;
  readonly type: AmountType;
  readonly currency: Currency;
  readonly tax: (typeof TAXES)[number];
  readonly amount: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly preset: string;
  readonly meterId: string | null;
  readonly unitAmount: string;
  readonly cap: string;
  readonly tierType: (typeof TIER_TYPES)[number];
  readonly tiers: readonly TierDraft[];
}

/** A price that exists, and never changes, or one that is being written. */
export type PriceRow = { readonly kept: Price } | { readonly draft: PriceDraft };
export const rowId = (row: PriceRow): string => ('kept' in row ? row.kept.id : row.draft.id);

export const newTier = (upTo = '', amount = ''): TierDraft => ({ id: crypto.randomUUID(), upTo, amount });

export const newDraft = (currency: Currency): PriceDraft => ({
  id: crypto.randomUUID(),
  type: 'fixed',
  currency,
  tax: 'default',
  amount: '',
  minimum: '',
  maximum: '',
  preset: '',
  meterId: null,
  unitAmount: '',
  cap: '',
  tierType: 'volume',
  tiers: [newTier()],
});

/** A new price with what an existing one says, to be changed. */
export function draftOf(price: Price, { typedMoney }: Pick<Formats, 'typedMoney'>): PriceDraft {
  const currency = price.price_currency as Currency;
  const typed = (amount: number | null): string => (amount === null ? '' : typedMoney(amount, currency));
  const draft = { ...newDraft(currency), tax: price.tax_behavior ?? ('default' as const) };
  switch (price.amount_type) {
    case 'fixed':
      return price.price_amount === 0 ? { ...draft, type: 'free' } : { ...draft, amount: typed(price.price_amount) };
    case 'custom': {
      const { minimum_amount, maximum_amount, preset_amount } = price;
      const amounts = { minimum: typed(minimum_amount), maximum: typed(maximum_amount), preset: typed(preset_amount) };
      return { ...draft, type: 'custom', ...amounts };
    }
    case 'seat_based': {
      const { seat_tier_type: tierType, tiers } = price.seat_tiers;
      const upTo = (most: number | null): string => (most === null ? '' : String(most));
      const copies = tiers.map(({ max_seats, price_per_seat }) => newTier(upTo(max_seats), typed(price_per_seat)));
      return { ...draft, type: 'seat_based', tierType, tiers: copies };
    }
    case 'metered_unit': {
      const { meter_id: meterId, unit_amount, cap_amount } = price;
      return { ...draft, type: 'metered_unit', meterId, unitAmount: typedMoney(unit_amount, currency), cap: typed(cap_amount) };
    }
  }
}

type NewPrice = Schema<'ProductCreate'>['prices'][number];

/** What a draft says, as the API takes it. Its fields have been checked. */
export function priceOf({ currency, tax, ...draft }: PriceDraft): NewPrice {
  const amount = (text: string): number => wholeMinorUnits(text, currency) ?? Number.NaN;
  const optional = (text: string): number | null => (text.trim() === '' ? null : amount(text));
  const common = { price_currency: currency, tax_behavior: tax === 'default' ? null : tax };
  switch (draft.type) {
    case 'fixed':
      return { ...common, amount_type: 'fixed', price_amount: amount(draft.amount) };
    case 'free':
      return { ...common, amount_type: 'free' };
    case 'custom':
      return {
        ...common,
        amount_type: 'custom',
        minimum_amount: optional(draft.minimum),
        maximum_amount: optional(draft.maximum),
        preset_amount: optional(draft.preset),
      };
    case 'seat_based':
      return {
        ...common,
        amount_type: 'seat_based',
        seat_tiers: { seat_tier_type: draft.tierType, tiers: tiersOf(draft.tiers, amount) },
      };
    case 'metered_unit': {
      const unit_amount = minorUnits(draft.unitAmount, currency) ?? '';
      return {
        ...common,
        amount_type: 'metered_unit',
        meter_id: draft.meterId ?? '',
        unit_amount,
        cap_amount: optional(draft.cap),
      };
    }
  }
}

/** Each tier begins where the one before it ends. */
const tiersOf = (tiers: readonly TierDraft[], amountOf: (text: string) => number) =>
  tiers.map(({ upTo, amount }, index) => ({
    min_seats: index === 0 ? 1 : Number(tiers[index - 1]!.upTo) + 1,
    max_seats: upTo.trim() === '' ? null : Number(upTo),
    price_per_seat: amountOf(amount),
  }));
