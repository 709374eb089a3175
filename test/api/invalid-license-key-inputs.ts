/** A description, the invalid fields, and the location and type of the error. */
export type InvalidInput = [what: string, fields: object, loc: (string | number)[], type: string];

const NUL = 'a\0b';
const LONE_SURROGATES = 'a\ud800';
const BEYOND = 2_147_483_648;

const rows = (field: string, values: readonly (readonly [value: unknown, type: string])[]): InvalidInput[] =>
  values.map(([value, type]) => [`${field} ${String(JSON.stringify(value)).slice(0, 40)}`, { [field]: value }, [field], type]);

export const missing = (...fields: string[]): InvalidInput[] =>
  fields.map((field) => [`no ${field}`, { [field]: undefined }, [field], 'missing']);

export const invalidTexts = (field: string): InvalidInput[] =>
  rows(field, [
    ...[7, true, ['a'], { a: 'b' }].map((value) => [value, 'string_type'] as const),
    [NUL, 'value_error'],
    [LONE_SURROGATES, 'string_unicode'],
  ]);

export const invalidIds = (field: string): InvalidInput[] =>
  rows(field, [
    ...[7, true, [], {}].map((value) => [value, 'uuid_type'] as const),
    ...['', 'nonsense', '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4', `{6f1c1a525d0e4f6b9a431b7f0c2d3e4f`, NUL, LONE_SURROGATES].map(
      (value) => [value, 'uuid_parsing'] as const,
    ),
    ['6f1c1a52-5d0e-1f6b-9a43-1b7f0c2d3e4f', 'uuid_version'],
    ['6f1c1a52-5d0e-7f6b-9a43-1b7f0c2d3e4f', 'uuid_version'],
    ['00000000-0000-0000-0000-000000000000', 'uuid_version'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'uuid_version'],
  ]);

/** Values that are not 32-bit integers of at least `least`. */
export const invalidIntegers = (field: string, least: 0 | 1, most = BEYOND - 1): InvalidInput[] => {
  const tooSmall = least === 0 ? 'greater_than_equal' : 'greater_than';
  return rows(field, [
    ...['x', '', '1.5', '0x10', NUL, LONE_SURROGATES].map((value) => [value, 'int_parsing'] as const),
    [1.5, 'int_from_float'],
    ...[[], {}].map((value) => [value, 'int_type'] as const),
    ...[least - 1, -BEYOND, -1e300, '-1'].map((value) => [value, tooSmall] as const),
    ...[most + 1, BEYOND, 1e12, 1e300, '99999999999999999999'].map((value) => [value, 'less_than_equal'] as const),
  ]);
};

export const invalidTimes = (field: string): InvalidInput[] =>
  rows(field, [
    ...[
      'tomorrow',
      '',
      '2026-13-01',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:01Z',
      '10000-01-01',
      NUL,
      LONE_SURROGATES,
      1e300,
      -1e15,
    ].map((value) => [value, typeof value === 'string' ? 'datetime_from_date_parsing' : 'datetime_parsing'] as const),
    ...[true, [], {}].map((value) => [value, 'datetime_type'] as const),
  ]);

export const invalidStatuses = (field: string): InvalidInput[] =>
  rows(
    field,
    [null, 'expired', 'GRANTED', '', 7, true, ['granted'], {}, NUL, LONE_SURROGATES].map((value) => [value, 'enum'] as const),
  );

export const isNull = (type: string, ...fields: string[]): InvalidInput[] =>
  fields.flatMap((field) => rows(field, [[null, type]]));

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const values = 'constrained-str';

/** Values that are not maps of at most 50 short names to text, numbers and booleans. */
export const invalidMaps = (field: string): InvalidInput[] => {
  const say = (what: string, map: unknown, loc: string[], type: string): InvalidInput => [
    `${field} ${what}`,
    { [field]: map },
    [field, ...loc],
    type,
  ];
  return [
    ...[null, 7, 'x', true, [], [1]].map((value) => say(JSON.stringify(value), value, [], 'dict_type')),
    say('of 51 pairs', pairs(51), [], 'too_long'),
    say('with an empty name', { '': 1 }, ['', '[key]'], 'string_too_short'),
    say('with a long name', { ['k'.repeat(41)]: 1 }, ['k'.repeat(41), '[key]'], 'string_too_long'),
    say('with NUL in a name', { [NUL]: 1 }, [], 'value_error'),
    say('with a lone surrogate in a name', { [LONE_SURROGATES]: 1 }, [LONE_SURROGATES, '[key]'], 'string_unicode'),
    say('with an empty value', { k: '' }, ['k', values], 'string_too_short'),
    say('with a long value', { k: 'v'.repeat(501) }, ['k', values], 'string_too_long'),
    say('with NUL in a value', { k: NUL }, [], 'value_error'),
    say('with a lone surrogate in a value', { k: LONE_SURROGATES }, ['k', values], 'string_unicode'),
    ...[null, [1], { nested: 1 }].map((value) =>
      say(`with ${JSON.stringify(value)} in it`, { k: value }, ['k', values], 'string_type'),
    ),
    say('with one wrong value of many', { a: 1, b: 'x', c: true, d: [] }, ['d', values], 'string_type'),
  ];
};

const KEY_PARAMS = [
  ...missing('key', 'organization_id'),
  ...isNull('string_type', 'key'),
  ...isNull('uuid_type', 'organization_id'),
  ...invalidTexts('key'),
  ...invalidIds('organization_id'),
];

export const INVALID_ACTIVATIONS: InvalidInput[] = [
  ...KEY_PARAMS,
  ...missing('label'),
  ...isNull('string_type', 'label'),
  ...invalidTexts('label'),
  ...invalidMaps('conditions'),
  ...invalidMaps('meta'),
];

export const INVALID_VALIDATIONS: InvalidInput[] = [
  ...KEY_PARAMS,
  ...invalidIds('activation_id'),
  ...invalidIds('benefit_id'),
  ...invalidIds('customer_id'),
  ...invalidIntegers('increment_usage', 0),
  ...invalidMaps('conditions'),
];

export const INVALID_DEACTIVATIONS: InvalidInput[] = [
  ...KEY_PARAMS,
  ...missing('activation_id'),
  ...isNull('uuid_type', 'activation_id'),
  ...invalidIds('activation_id'),
];

export const INVALID_ISSUES: InvalidInput[] = [
  ...missing('customer_id', 'benefit_id'),
  ...isNull('uuid_type', 'customer_id', 'benefit_id'),
  ...['customer_id', 'benefit_id', 'member_id'].flatMap(invalidIds),
  ...invalidTexts('key'),
  ['an empty key', { key: '' }, ['key'], 'string_too_short'],
  ['a key of 256 characters', { key: 'x'.repeat(256) }, ['key'], 'string_too_long'],
  ...invalidIntegers('limit_activations', 1),
  ...invalidIntegers('limit_usage', 1),
  ...invalidTimes('expires_at'),
];

export const INVALID_TERMS: InvalidInput[] = [
  ...invalidStatuses('status'),
  ...isNull('int_type', 'usage'),
  ...invalidIntegers('usage', 0),
  ...invalidIntegers('limit_activations', 1),
  ...invalidIntegers('limit_usage', 1),
  ...invalidTimes('expires_at'),
];

export const INVALID_OVERLAPS: InvalidInput[] = [
  ...isNull('int_type', 'overlap_seconds'),
  ...invalidIntegers('overlap_seconds', 0, 2_592_000),
];
