import type { Schema } from '../../api/client.ts';
import { minorUnits, typedAmount, wholeMinorUnits } from '../../i18n/amounts.ts';
import type { Currency } from '../currencies.ts';
import { fieldProblem } from '../../api/problem.ts';
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
export function draftOf(price: Price): PriceDraft {
  const currency = price.price_currency as Currency;
  const typed = (amount: number | null): string => (amount === null ? '' : typedAmount(amount, currency));
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
      return { ...draft, type: 'metered_unit', meterId, unitAmount: typedAmount(unit_amount, currency), cap: typed(cap_amount) };
    }
  }
}

type NewPrice = Schema<'ProductCreate'>['prices'][number];

/** What a draft says, as the API takes it. Throws a problem for a field that is no amount. */
export function priceOf(draft: PriceDraft, at: string, notAnAmount: string): NewPrice {
  const { type, currency, tax } = draft;
  const required = (name: string, text: string): number => {
    const amount = wholeMinorUnits(text, currency);
    if (amount === null) throw fieldProblem(`${at}.${name}`, notAnAmount);
    return amount;
  };
  const optional = (name: string, text: string): number | null => (text.trim() === '' ? null : required(name, text));
  const common = { price_currency: currency, tax_behavior: tax === 'default' ? null : tax };
  switch (type) {
    case 'fixed':
      return { ...common, amount_type: type, price_amount: required('price_amount', draft.amount) };
    case 'free':
      return { ...common, amount_type: type };
    case 'custom':
      return {
        ...common,
        amount_type: type,
        minimum_amount: optional('minimum_amount', draft.minimum),
        maximum_amount: optional('maximum_amount', draft.maximum),
        preset_amount: optional('preset_amount', draft.preset),
      };
    case 'seat_based':
      return { ...common, amount_type: type, seat_tiers: { seat_tier_type: draft.tierType, tiers: tiersOf(draft, required) } };
    case 'metered_unit': {
      const unit = minorUnits(draft.unitAmount, currency);
      if (unit === null) throw fieldProblem(`${at}.unit_amount`, notAnAmount);
      const cap = optional('cap_amount', draft.cap);
      return { ...common, amount_type: type, meter_id: draft.meterId ?? '', unit_amount: unit, cap_amount: cap };
    }
  }
}

/** Each tier begins where the one before it ends. */
const tiersOf = ({ tiers }: PriceDraft, required: (name: string, text: string) => number) =>
  tiers.map(({ upTo, amount }, index) => ({
    min_seats: index === 0 ? 1 : Number(tiers[index - 1]!.upTo) + 1,
    max_seats: upTo.trim() === '' ? null : Number(upTo),
    price_per_seat: required(`seat_tiers.tiers.${index}.price_per_seat`, amount),
  }));

const FIELDS = [
  'price_amount',
  'minimum_amount',
  'maximum_amount',
  'preset_amount',
  'unit_amount',
  'cap_amount',
  'meter_id',
  'price_currency',
];

/** The names of the fields of prices, for what a 422 says about them. */
export const priceFields = (rows: readonly PriceRow[]): string[] =>
  rows.flatMap((row, index) => {
    if ('kept' in row) return [];
    const tiers = row.draft.tiers.flatMap((_tier, tier) =>
      ['max_seats', 'price_per_seat'].map((name) => `seat_tiers.tiers.${tier}.${name}`),
    );
    return [...FIELDS, ...tiers].map((name) => `prices.${index}.${name}`);
  });
