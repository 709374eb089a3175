import {
  boolean,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const UNITS = ['day', 'week', 'month', 'year'] as const;
export const TAX_BEHAVIORS = ['location', 'inclusive', 'exclusive'] as const;
export const SEAT_TIER_TYPES = ['volume', 'graduated'] as const;

const common = {
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  id: uuid4(),
  source: oneOf(['catalog', 'ad_hoc']),
  price_currency: text(),
  tax_behavior: nullable(oneOf(TAX_BEHAVIORS)),
  is_archived: boolean(),
  product_id: uuid4(),
  type: oneOf(['one_time', 'recurring']),
  recurring_interval: nullable(oneOf(UNITS)),
  legacy: boolean(),
};

const SeatTiersView = object(
  {
    seat_tier_type: oneOf(SEAT_TIER_TYPES),
    tiers: list(
      object({ min_seats: integer(), max_seats: nullable(integer()), price_per_seat: integer() }, 'ProductPriceSeatTier'),
    ),
    minimum_seats: integer(),
    maximum_seats: nullable(integer()),
  },
  'ProductPriceSeatTiersOutput',
);

const PriceMeterView = object(
  {
    id: uuid4(),
    name: text(),
    unit: oneOf(['scalar', 'token', 'custom']),
    custom_label: nullable(text()),
    custom_multiplier: nullable(integer()),
  },
  'ProductPriceMeter',
);

/** Amounts are in minor units of the currency. `amount_type` tells the kinds of prices apart. */
export const PriceView = discriminatedUnion('amount_type', {
  fixed: object({ ...common, amount_type: literal('fixed'), price_amount: integer() }, 'ProductPriceFixed'),
  custom: object(
    {
      ...common,
      amount_type: literal('custom'),
      minimum_amount: integer(),
      maximum_amount: nullable(integer()),
      preset_amount: nullable(integer()),
    },
    'ProductPriceCustom',
  ),
  seat_based: object({ ...common, amount_type: literal('seat_based'), seat_tiers: SeatTiersView }, 'ProductPriceSeatBased'),
  metered_unit: object(
    {
      ...common,
      amount_type: literal('metered_unit'),
      unit_amount: text(),
      cap_amount: nullable(integer()),
      meter_id: uuid4(),
      meter: PriceMeterView,
    },
    'ProductPriceMeteredUnit',
  ),
});
export type PriceView = Infer<typeof PriceView>;
