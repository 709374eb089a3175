import {
  unionByKey,
  currency,
  withDefault,
  defineField,
  described,
  describeFields,
  type Field,
  type Fields,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  optional,
  discriminatedUnion,
  text,
  uuid4,
} from '#platform/wire';
import { SEAT_TIER_TYPES, TAX_BEHAVIORS } from '../../views/price.view.ts';

const MAX_PRICES = 500;

const PRICE = {
  amount_type: 'How the amount is determined. It determines the other fields of the price.',
  price_currency: 'The currency of the price (ISO 4217, lower case).',
  tax_behavior: 'Whether the price includes tax. `null` for the default of the organization.',
};

const price = <T extends string, F extends Fields>(amountType: T, fields: F, name: string) =>
  object(
    {
      ...describeFields(
        {
          amount_type: literal(amountType),
          price_currency: withDefault(currency(), () => 'usd'),
          tax_behavior: optional(nullable(oneOf(TAX_BEHAVIORS))),
        },
        PRICE,
      ),
      ...fields,
    },
    name,
  );

const SeatTiers = object(
  {
    seat_tier_type: withDefault(oneOf(SEAT_TIER_TYPES), () => 'volume' as const),
    tiers: list(
      object(
        {
          min_seats: integer({ ge: 1 }),
          max_seats: optional(nullable(integer({ ge: 1 }))),
          price_per_seat: integer({ ge: 0 }),
        },
        'ProductPriceSeatTierInput',
        {
          min_seats: { text: 'The lowest number of seats of the tier.', example: 1 },
          max_seats: 'The highest number of seats of the tier. `null` for no upper limit, in the last tier only.',
          price_per_seat: { text: 'The price per seat in minor units of the currency.', example: 900 },
        },
      ),
      { min: 1, max: MAX_PRICES },
    ),
  },
  'ProductPriceSeatTiersInput',
  {
    seat_tier_type:
      'How tiers apply: with `volume` the tier of the total prices all seats; with `graduated` each tier prices the seats within it.',
    tiers: 'The tiers, in ascending order without gaps.',
  },
);

const UNIT_AMOUNT = /^\+?(?=\.?\d)0*([1-9]\d{0,4})?(\.\d{0,12}0*)?$/;
const MAX_UNIT_AMOUNT_LENGTH = 100;

/** A decimal of up to 17 digits, 12 of them after the point; read as text without superfluous zeros. */
const unitAmount: Field<string> = defineField({
  schema: {
    anyOf: [
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 100_000 },
      text({ max: MAX_UNIT_AMOUNT_LENGTH, pattern: UNIT_AMOUNT }).schema,
    ],
  },
  read: (input, issues) => {
    const isNumber = typeof input === 'number' && Number.isFinite(input);
    const written = isNumber ? input.toFixed(12).replace(/\.?0+$/, '') : input;
    const isExact = !isNumber || Number(written) === input;
    const isShort = typeof written === 'string' && written.length <= MAX_UNIT_AMOUNT_LENGTH;
    if (isShort && isExact && UNIT_AMOUNT.test(written)) {
      const [whole = '', part = ''] = written.replace('+', '').split('.');
      const decimals = part.replace(/0+$/, '');
      return (whole.replace(/^0+(?=\d)/, '') || '0') + (decimals && `.${decimals}`);
    }
    const msg = 'Input should be a decimal with at most 12 decimal places and 17 digits';
    issues.push({ loc: [], type: 'decimal_parsing', msg, input: isNumber || typeof input === 'string' ? input : null });
    return '0';
  },
});

/** `free` is an alias of a fixed price of 0. */
const NewPrice = discriminatedUnion('amount_type', {
  fixed: price(
    'fixed',
    { price_amount: described(integer({ ge: 0 }), 'The price in minor units of the currency; 0 is free.', { example: 2900 }) },
    'ProductPriceFixedCreate',
  ),
  custom: price(
    'custom',
    describeFields(
      {
        minimum_amount: optional(nullable(integer({ ge: 0 }))),
        maximum_amount: optional(nullable(integer({ ge: 1 }))),
        preset_amount: optional(nullable(integer({ ge: 0 }))),
      },
      {
        minimum_amount: 'The lowest amount that a customer can choose, in minor units. The minimum of the currency by default.',
        maximum_amount: 'The highest amount that a customer can choose, in minor units. `null` for no limit.',
        preset_amount: 'The amount to suggest, in minor units. `null` for none.',
      },
    ),
    'ProductPriceCustomCreate',
  ),
  free: price('free', {}, 'ProductPriceFreeCreate'),
  seat_based: price(
    'seat_based',
    { seat_tiers: described(SeatTiers, 'The price per seat by number of seats.') },
    'ProductPriceSeatBasedCreate',
  ),
  metered_unit: price(
    'metered_unit',
    describeFields(
      { meter_id: uuid4(), unit_amount: unitAmount, cap_amount: optional(nullable(integer({ ge: 0 }))) },
      {
        meter_id: 'The ID of the meter that counts the units. It must belong to the same organization.',
        unit_amount: {
          text: 'The price of one unit in minor units of the currency: up to 17 digits, 12 of them after the decimal point.',
          example: '0.25',
        },
        cap_amount: 'The maximum amount per billing period in minor units. `null` for no limit.',
      },
    ),
    'ProductPriceMeteredUnitCreate',
  ),
});

const ExistingPrice = object({ id: uuid4() }, 'ExistingProductPrice', { id: 'The ID of an existing price to keep.' });

export const NewPrices = list(NewPrice, { min: 1, max: MAX_PRICES });
export const ListedPrices = list(unionByKey('id', ExistingPrice, NewPrice), { min: 1, max: MAX_PRICES });

/** The price as the domain expects it. */
export function priceInRequest(sent: Infer<typeof NewPrice>) {
  return { currency: sent.price_currency, taxBehavior: sent.tax_behavior ?? null, terms: terms(sent) };
}

/** An existing price of the product, or a new one. */
export const listedPrice = (sent: Infer<typeof ListedPrices>[number]) => ('id' in sent ? { id: sent.id } : priceInRequest(sent));

function terms(sent: Infer<typeof NewPrice>) {
  switch (sent.amount_type) {
    case 'free':
      return { amountType: 'fixed', priceAmount: 0 } as const;
    case 'fixed':
      return { amountType: 'fixed', priceAmount: sent.price_amount } as const;
    case 'custom':
      return {
        amountType: 'custom',
        minimumAmount: sent.minimum_amount ?? undefined,
        maximumAmount: sent.maximum_amount ?? null,
        presetAmount: sent.preset_amount ?? null,
      } as const;
    case 'metered_unit':
      return {
        amountType: 'metered_unit',
        meterId: sent.meter_id,
        unitAmount: sent.unit_amount,
        capAmount: sent.cap_amount ?? null,
      } as const;
    case 'seat_based':
      return { amountType: 'seat_based', seatTiers: seatTiers(sent.seat_tiers) } as const;
  }
}

const seatTiers = ({ seat_tier_type, tiers }: Infer<typeof SeatTiers>) => ({
  seatTierType: seat_tier_type,
  tiers: tiers.map(({ min_seats, max_seats, price_per_seat }) => ({
    minSeats: min_seats,
    maxSeats: max_seats ?? null,
    pricePerSeat: price_per_seat,
  })),
});
