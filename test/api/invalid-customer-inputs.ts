const NUL = 'a\0b';
const LONE_SURROGATES = 'a\ud800';

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
const nobody = (local: number, domain: number) => `${'a'.repeat(local)}@${'b'.repeat(domain)}.com`;

type InvalidInput = [what: string, wrong: object, loc: (string | number)[], type: string];

/** Inputs that are invalid on create and on update. */
export const INVALID: InvalidInput[] = [
  ['metadata that is null', { metadata: null }, ['metadata'], 'dict_type'],
  ['metadata that is a list', { metadata: [1] }, ['metadata'], 'dict_type'],
  ['51 pairs of metadata', { metadata: pairs(51) }, ['metadata'], 'too_long'],
  ['an empty key', { metadata: { '': 1 } }, ['metadata', '', '[key]'], 'string_too_short'],
  ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 1 } }, ['metadata', 'k'.repeat(41), '[key]'], 'string_too_long'],
  ['NUL in a key', { metadata: { [NUL]: 1 } }, ['metadata'], 'value_error'],
  ['a nested value', { metadata: { k: { a: 1 } } }, ['metadata', 'k', 'constrained-str'], 'string_type'],
  ['a value that is null', { metadata: { k: null } }, ['metadata', 'k', 'constrained-str'], 'string_type'],
  ['an empty value', { metadata: { k: '' } }, ['metadata', 'k', 'constrained-str'], 'string_too_short'],
  ['a long value', { metadata: { k: 'v'.repeat(501) } }, ['metadata', 'k', 'constrained-str'], 'string_too_long'],
  ['a billing address that is text', { billing_address: 'here' }, ['billing_address'], 'model_attributes_type'],
  ['a billing address that is a list', { billing_address: [] }, ['billing_address'], 'model_attributes_type'],
  ['a billing address without country', { billing_address: {} }, ['billing_address', 'country'], 'missing'],
  ['a country that is null', { billing_address: { country: null } }, ['billing_address', 'country'], 'enum'],
  ['an unknown country', { billing_address: { country: 'XX' } }, ['billing_address', 'country'], 'enum'],
  ['a country of three letters', { billing_address: { country: 'FRA' } }, ['billing_address', 'country'], 'enum'],
  ['a locale of no language', { locale: 'und' }, ['locale'], 'value_error'],
  ['a private locale', { locale: 'x-klingon' }, ['locale'], 'value_error'],
  ['an empty locale', { locale: '' }, ['locale'], 'value_error'],
  ['a locale with an underscore', { locale: 'en_US' }, ['locale'], 'value_error'],
];

/** Text fields: location and maximum length. */
const TEXTS: readonly (readonly [path: string, longest: number])[] = [
  ['name', 256],
  ['external_id', 255],
  ['locale', 100],
  ['billing_address.line1', 255],
  ['billing_address.line2', 255],
  ['billing_address.postal_code', 255],
  ['billing_address.city', 255],
  ['billing_address.state', 255],
];

for (const [path, longest] of TEXTS) {
  const loc = path.split('.');
  const say = (value: unknown): object =>
    loc.length === 1 ? { [path]: value } : { billing_address: { country: 'FR', [loc[1]!]: value } };
  for (const value of [7, true, ['a'], { a: 1 }])
    INVALID.push([`${JSON.stringify(value)} as ${path}`, say(value), loc, 'string_type']);
  INVALID.push([`a long ${path}`, say('x'.repeat(longest + 1)), loc, 'string_too_long']);
  INVALID.push(
    [`NUL in ${path}`, say(NUL), loc, 'value_error'],
    [`a lone surrogate in ${path}`, say(LONE_SURROGATES), loc, 'string_unicode'],
  );
}

for (const [value, type] of [
  ['', 'value_error'],
  [' ', 'value_error'],
  ['nobody', 'value_error'],
  ['a@b', 'value_error'],
  ['a b@example.com', 'value_error'],
  ['Ada <ada@example.com>', 'value_error'],
  [nobody(65, 10), 'value_error'],
  [nobody(10, 400), 'string_too_long'],
  [NUL, 'value_error'],
  [LONE_SURROGATES, 'string_unicode'],
  [7, 'string_type'],
  [['ada@example.com'], 'string_type'],
  [{}, 'string_type'],
] as const) {
  INVALID.push([`${JSON.stringify(value).slice(0, 30)} as email`, { email: value }, ['email'], type]);
}
for (const type of ['nonsense', 'TEAM', '', 7, ['team'], {}])
  INVALID.push([`${JSON.stringify(type)} as type`, { type }, ['type'], 'enum']);
