const NUL = 'a\0b';
const fixed = (more: object = {}) => ({ amount_type: 'fixed', price_amount: 1000, ...more });
const seats = (...tiers: object[]) => ({ amount_type: 'seat_based', seat_tiers: { tiers } });
const tier = (min_seats: unknown, max_seats: unknown, price_per_seat: unknown = 100) => ({
  min_seats,
  max_seats,
  price_per_seat,
});

export type InvalidInput = [what: string, wrong: object, loc: (string | number)[], type: string];

const field = (name: string, ...cases: [value: unknown, type: string][]): InvalidInput[] =>
  cases.map(([value, type]) => [`${name}: ${JSON.stringify(value)?.slice(0, 40)}`, { [name]: value }, [name], type]);

const prices = (...cases: [what: string, prices: unknown, loc: (string | number)[], type: string][]): InvalidInput[] =>
  cases.map(([what, list, loc, type]) => [`prices: ${what}`, { prices: list }, ['prices', ...loc], type]);

const count = (name: string): InvalidInput[] =>
  field(
    name,
    [0, 'greater_than_equal'],
    [-1, 'greater_than_equal'],
    [1001, 'less_than_equal'],
    [1.5, 'int_from_float'],
    ['one', 'int_parsing'],
    [[], 'int_type'],
  );

/** Inputs that are invalid on create and on update of a monthly product. */
export const INVALID: InvalidInput[] = [
  ...field('name', [1, 'string_type'], ['ab', 'string_too_short'], ['  ab  ', 'string_too_short'], ['', 'string_too_short']),
  ...field('name', ['x'.repeat(65), 'string_too_long'], [NUL, 'value_error'], ['abc\ud800', 'string_unicode']),
  ...field('description', [1, 'string_type'], [['a'], 'string_type'], [NUL, 'value_error'], ['\udfff', 'string_unicode']),
  ...field('visibility', ['hidden', 'enum'], [1, 'enum'], ['', 'enum']),
  ...field('metadata', [null, 'dict_type'], [[1], 'dict_type'], ['x', 'dict_type']),
  ...field('medias', ['x', 'list_type'], [{}, 'list_type']),
  ...field('attached_custom_fields', ['x', 'list_type'], [{}, 'list_type']),
  ...field('recurring_interval', ['hour', 'enum'], ['Month', 'enum'], [1, 'enum']),
  ...field('trial_interval', ['hour', 'enum'], [1, 'enum']),
  ...count('recurring_interval_count'),
  ...count('trial_interval_count'),
  ['251 medias', { medias: Array.from({ length: 251 }, () => 'x') }, ['medias'], 'too_long'],
  ['a media that is no id', { medias: ['x'] }, ['medias', 0], 'uuid_parsing'],
  ['a media that does not exist', { medias: ['f47ac10b-58cc-4372-a567-0e02b2c3d479'] }, ['medias', 0], 'value_error'],
  [
    'a custom field without id',
    { attached_custom_fields: [{ required: true }] },
    ['attached_custom_fields', 0, 'custom_field_id'],
    'missing',
  ],
  [
    'a custom field that does not exist',
    { attached_custom_fields: [{ custom_field_id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', required: true }] },
    ['attached_custom_fields', 0, 'custom_field_id'],
    'value_error',
  ],
  ['a trial without count', { trial_interval: 'day' }, ['trial_interval_count'], 'missing'],
  ['a trial without unit', { trial_interval_count: 7 }, ['trial_interval'], 'missing'],
  ...field('prices', ['x', 'list_type'], [{}, 'list_type'], [[], 'too_short']),
  ...prices(
    ['501', Array.from({ length: 501 }, () => fixed()), [], 'too_long'],
    ['text', ['x'], [0], 'model_attributes_type'],
    ['no type', [{ price_amount: 1 }], [0], 'union_tag_not_found'],
    ['unknown type', [{ amount_type: 'nonsense' }], [0], 'union_tag_invalid'],
    ['metered, without a meter', [{ amount_type: 'metered_unit', unit_amount: '0.5' }], [0, 'meter_id'], 'missing'],
    ['units', [{ amount_type: 'unit_based' }], [0], 'union_tag_invalid'],
    ['no amount', [{ amount_type: 'fixed' }], [0, 'price_amount'], 'missing'],
    ['null as amount', [fixed({ price_amount: null })], [0, 'price_amount'], 'int_type'],
    ['less than nothing', [fixed({ price_amount: -1 })], [0, 'price_amount'], 'greater_than_equal'],
    ['beyond 32 bits', [fixed({ price_amount: 2_147_483_648 })], [0, 'price_amount'], 'less_than_equal'],
    ['a fraction', [fixed({ price_amount: 0.5 })], [0, 'price_amount'], 'int_from_float'],
    ['too little', [fixed({ price_amount: 49 })], [0, 'price_amount'], 'minimum_price'],
    ['too much', [fixed({ price_amount: 100_000_000 })], [0, 'price_amount'], 'maximum_price'],
    ['a currency in capitals', [fixed({ price_currency: 'USD' })], [0, 'price_currency'], 'enum'],
    ['an unknown currency', [fixed({ price_currency: 'xxx' })], [0, 'price_currency'], 'enum'],
    ['an unknown tax behavior', [fixed({ tax_behavior: 'none' })], [0, 'tax_behavior'], 'enum'],
    ['without the default currency', [fixed({ price_currency: 'eur' })], [], 'value_error'],
    ['two fixed ones', [fixed(), fixed()], [1], 'value_error'],
    ['two custom ones', [{ amount_type: 'custom' }, { amount_type: 'custom' }], [1], 'value_error'],
    ['two of seats', [seats(tier(1, null)), seats(tier(1, null))], [1], 'value_error'],
    ['fixed and custom', [fixed(), { amount_type: 'custom' }], [1], 'value_error'],
    ['custom and seats', [{ amount_type: 'custom' }, seats(tier(1, null))], [1], 'value_error'],
    ['currencies that are not alike', [fixed(), { amount_type: 'custom', price_currency: 'eur' }], [], 'value_error'],
    ['two tax behaviors', [fixed(), { ...seats(tier(1, null)), tax_behavior: 'inclusive' }], [1, 'tax_behavior'], 'value_error'],
    ['custom: too little', [{ amount_type: 'custom', minimum_amount: 1 }], [0, 'minimum_amount'], 'minimum_price'],
    ['custom: too much', [{ amount_type: 'custom', maximum_amount: 100_000_000 }], [0, 'maximum_amount'], 'maximum_price'],
    [
      'custom: no maximum of nothing',
      [{ amount_type: 'custom', maximum_amount: 0 }],
      [0, 'maximum_amount'],
      'greater_than_equal',
    ],
    [
      'custom: less than the least',
      [{ amount_type: 'custom', minimum_amount: 500, maximum_amount: 400 }],
      [0, 'maximum_amount'],
      'value_error',
    ],
    [
      'custom: preset below',
      [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 400 }],
      [0, 'preset_amount'],
      'value_error',
    ],
    [
      'custom: preset above',
      [{ amount_type: 'custom', maximum_amount: 500, preset_amount: 600 }],
      [0, 'preset_amount'],
      'value_error',
    ],
    ['seats without tiers', [{ amount_type: 'seat_based' }], [0, 'seat_tiers'], 'missing'],
    ['no tier', [seats()], [0, 'seat_tiers', 'tiers'], 'too_short'],
    ['a tier of text', [seats('x' as never)], [0, 'seat_tiers', 'tiers', 0], 'model_attributes_type'],
    ['a tier from 0', [seats(tier(0, null))], [0, 'seat_tiers', 'tiers', 0, 'min_seats'], 'greater_than_equal'],
    ['a tier of text', [seats(tier('x', null))], [0, 'seat_tiers', 'tiers', 0, 'min_seats'], 'int_parsing'],
    [
      'a seat for less than nothing',
      [seats(tier(1, null, -1))],
      [0, 'seat_tiers', 'tiers', 0, 'price_per_seat'],
      'greater_than_equal',
    ],
    ['a tier that ends before it begins', [seats(tier(5, 4))], [0, 'seat_tiers', 'tiers'], 'value_error'],
    ['a gap', [seats(tier(1, 5), tier(7, null))], [0, 'seat_tiers', 'tiers'], 'value_error'],
    ['an overlap', [seats(tier(1, 5), tier(5, null))], [0, 'seat_tiers', 'tiers'], 'value_error'],
    ['two tiers without end', [seats(tier(1, null), tier(6, null))], [0, 'seat_tiers', 'tiers'], 'value_error'],
    [
      'an unknown kind of tiers',
      [{ amount_type: 'seat_based', seat_tiers: { seat_tier_type: 'x', tiers: [tier(1, null)] } }],
      [0, 'seat_tiers', 'seat_tier_type'],
      'enum',
    ],
  ),
];
