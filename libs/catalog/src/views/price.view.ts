import {
  boolean,
  describeFields,
  describeResource,
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

const common = describeFields(
  {
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
  },
  {
    ...describeResource('price'),
    source: 'Where the price comes from: `catalog` for prices of the product.',
    price_currency: { text: 'The currency of the price (ISO 4217, lower case).', example: 'usd' },
    tax_behavior: 'Whether the price includes tax, or `null` for the default of the organization.',
    is_archived: 'Whether the price is archived. Archived prices are not offered to new customers.',
    product_id: 'The ID of the product that has the price.',
    type: 'Whether the price is paid once or in every billing period.',
    recurring_interval: 'The billing interval, or `null` for a one-time price.',
    legacy: 'Always `false`: kept for compatibility.',
  },
);

const AMOUNT_TYPE = 'How the amount is determined. It determines the other fields of the price.';

const SeatTiersView = object(
  {
    seat_tier_type: oneOf(SEAT_TIER_TYPES),
    tiers: list(
      object({ min_seats: integer(), max_seats: nullable(integer()), price_per_seat: integer() }, 'ProductPriceSeatTier', {
        min_seats: 'The lowest number of seats of the tier.',
        max_seats: 'The highest number of seats of the tier, or `null` if it has no upper limit.',
        price_per_seat: 'The price per seat in minor units of the currency.',
      }),
    ),
    minimum_seats: integer(),
    maximum_seats: nullable(integer()),
  },
  'ProductPriceSeatTiersOutput',
  {
    seat_tier_type:
      'How tiers apply: with `volume` the tier of the total prices all seats; with `graduated` each tier prices the seats within it.',
    tiers: 'The tiers, in ascending order without gaps.',
    minimum_seats: 'The lowest number of seats that can be bought.',
    maximum_seats: 'The highest number of seats that can be bought, or `null` if it is not limited.',
  },
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
  {
    id: 'The ID of the meter.',
    name: 'The name of the meter.',
    unit: 'The unit of the meter.',
    custom_label: 'The name of a `custom` unit, or `null`.',
    custom_multiplier: 'The number of metered units in one `custom` unit, or `null`.',
  },
);

/** Amounts are in minor units of the currency. Discriminated by `amount_type`. */
export const PriceView = discriminatedUnion('amount_type', {
  fixed: object({ ...common, amount_type: literal('fixed'), price_amount: integer() }, 'ProductPriceFixed', {
    amount_type: AMOUNT_TYPE,
    price_amount: { text: 'The price in minor units of the currency; 0 is free.', example: 2900 },
  }),
  custom: object(
    {
      ...common,
      amount_type: literal('custom'),
      minimum_amount: integer(),
      maximum_amount: nullable(integer()),
      preset_amount: nullable(integer()),
    },
    'ProductPriceCustom',
    {
      amount_type: AMOUNT_TYPE,
      minimum_amount: 'The lowest amount that a customer can choose, in minor units of the currency.',
      maximum_amount: 'The highest amount that a customer can choose, in minor units, or `null` if it is not limited.',
      preset_amount: 'The amount that is suggested, in minor units, or `null`.',
    },
  ),
  seat_based: object({ ...common, amount_type: literal('seat_based'), seat_tiers: SeatTiersView }, 'ProductPriceSeatBased', {
    amount_type: AMOUNT_TYPE,
    seat_tiers: 'The price per seat by number of seats.',
  }),
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
    {
      amount_type: AMOUNT_TYPE,
      unit_amount: { text: 'The price of one unit in minor units of the currency, as a decimal.', example: '0.25' },
      cap_amount: 'The maximum amount per billing period in minor units, or `null` if it is not limited.',
      meter_id: 'The ID of the meter that counts the units.',
      meter: 'The meter that counts the units.',
    },
  ),
});
export type PriceView = Infer<typeof PriceView>;
