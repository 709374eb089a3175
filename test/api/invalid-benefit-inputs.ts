const TOO_MUCH = 2_147_483_648;
const NUL = 'a\0b';

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

type InvalidInput = [what: string, wrong: object, loc: (string | number)[], type: string];

/** Inputs that are invalid on create and on update. */
export const INVALID: InvalidInput[] = [
  ['an unknown type', { type: 'nonsense' }, [], 'union_tag_invalid'],
  ['a type that is not offered', { type: 'discord' }, [], 'union_tag_invalid'],
  ['a type in capitals', { type: 'LICENSE_KEYS' }, [], 'union_tag_invalid'],
  ['a type that is a number', { type: 1 }, [], 'union_tag_invalid'],
  ['a type that is an odd object', { type: { toString: null } }, [], 'union_tag_invalid'],
  ['a type from the prototype', { type: 'constructor' }, [], 'union_tag_invalid'],
  ['a type that is null', { type: null }, [], 'union_tag_not_found'],
  ['no type', { type: undefined }, [], 'union_tag_not_found'],
  ['a number as description', { description: 42 }, ['description'], 'string_type'],
  ['a list as description', { description: ['a'] }, ['description'], 'string_type'],
  ['a short description', { description: 'ab' }, ['description'], 'string_too_short'],
  ['a long description', { description: 'x'.repeat(43) }, ['description'], 'string_too_long'],
  ['a huge description', { description: 'x'.repeat(100_000) }, ['description'], 'string_too_long'],
  ['NUL in the description', { description: NUL }, ['description'], 'value_error'],
  ['a lone surrogate in the description', { description: 'abc\ud800' }, ['description'], 'string_unicode'],
  ['an unknown visibility', { visibility: 'hidden' }, ['visibility'], 'enum'],
  ['a visibility that is a number', { visibility: 1 }, ['visibility'], 'enum'],
  ['properties that are a list', { properties: [] }, ['properties'], 'model_attributes_type'],
  ['properties that are text', { properties: 'x' }, ['properties'], 'model_attributes_type'],
  ['a prefix that is a number', { properties: { prefix: 1 } }, ['properties', 'prefix'], 'string_type'],
  ['a long prefix', { properties: { prefix: 'x'.repeat(256) } }, ['properties', 'prefix'], 'string_too_long'],
  ['NUL in the prefix', { properties: { prefix: NUL } }, ['properties', 'prefix'], 'value_error'],
  ['a lone surrogate in the prefix', { properties: { prefix: '\udfff' } }, ['properties', 'prefix'], 'string_unicode'],
  ['expires that is text', { properties: { expires: 'never' } }, ['properties', 'expires'], 'model_attributes_type'],
  ['expires without ttl', { properties: { expires: { timeframe: 'day' } } }, ['properties', 'expires', 'ttl'], 'missing'],
  ['expires without timeframe', { properties: { expires: { ttl: 1 } } }, ['properties', 'expires', 'timeframe'], 'missing'],
  [
    'an unknown timeframe',
    { properties: { expires: { ttl: 1, timeframe: 'week' } } },
    ['properties', 'expires', 'timeframe'],
    'enum',
  ],
  ['activations that are a number', { properties: { activations: 3 } }, ['properties', 'activations'], 'model_attributes_type'],
  [
    'activations without limit',
    { properties: { activations: { enable_customer_admin: true } } },
    ['properties', 'activations', 'limit'],
    'missing',
  ],
  [
    'activations without the customer’s rights',
    { properties: { activations: { limit: 1 } } },
    ['properties', 'activations', 'enable_customer_admin'],
    'missing',
  ],
  [
    'rights that are neither yes nor no',
    { properties: { activations: { limit: 1, enable_customer_admin: 'maybe' } } },
    ['properties', 'activations', 'enable_customer_admin'],
    'bool_parsing',
  ],
  [
    'rights that are null',
    { properties: { activations: { limit: 1, enable_customer_admin: null } } },
    ['properties', 'activations', 'enable_customer_admin'],
    'bool_type',
  ],
  ['metadata that is null', { metadata: null }, ['metadata'], 'dict_type'],
  ['metadata that is a list', { metadata: [1] }, ['metadata'], 'dict_type'],
  ['51 pairs of metadata', { metadata: pairs(51) }, ['metadata'], 'too_long'],
  ['an empty key', { metadata: { '': 1 } }, ['metadata', '', '[key]'], 'string_too_short'],
  ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 1 } }, ['metadata', 'k'.repeat(41), '[key]'], 'string_too_long'],
  ['NUL in a key', { metadata: { [NUL]: 1 } }, ['metadata'], 'value_error'],
  ['NUL in a value', { metadata: { k: NUL } }, ['metadata'], 'value_error'],
];

const NUMBERS = [
  ['ttl', (ttl: unknown) => ({ expires: { ttl, timeframe: 'day' } }), ['expires', 'ttl']],
  ['limit', (limit: unknown) => ({ activations: { limit, enable_customer_admin: true } }), ['activations', 'limit']],
  ['limit_usage', (limit_usage: unknown) => ({ limit_usage }), ['limit_usage']],
] as const;

for (const [name, properties, loc] of NUMBERS) {
  for (const [value, type] of [
    [0, 'greater_than'],
    [-1, 'greater_than'],
    ['-1', 'greater_than'],
    [TOO_MUCH, 'less_than_equal'],
    [1e21, 'less_than_equal'],
    ['9'.repeat(400), 'less_than_equal'],
    [1.5, 'int_from_float'],
    ['one', 'int_parsing'],
    ['', 'int_parsing'],
    [[1], 'int_type'],
    [{}, 'int_type'],
  ] as const) {
    const what = `${JSON.stringify(value).slice(0, 20)} as ${name}`;
    INVALID.push([what, { properties: properties(value) }, ['properties', ...loc], type]);
  }
}
for (const [ttl, timeframe] of [
  [458, 'year'],
  [1201, 'month'],
  [36_501, 'day'],
] as const) {
  INVALID.push([
    `a life of ${ttl} ${timeframe}s`,
    { properties: { expires: { ttl, timeframe } } },
    ['properties', 'expires', 'ttl'],
    'value_error',
  ]);
}
