import { boolean, integer, list, literal, object, oneOf, optional, text, withDefault, strict } from '#platform/wire';

const keyFormat = {
  alphabet: text({ max: 36 }),
  groups: integer({ ge: 1, le: 16 }),
  group_length: integer({ ge: 2, le: 16 }),
  check: oneOf(['none', 'luhn_mod_n']),
  accepts_typed_input: boolean(),
};
const KEY_FORMAT = {
  alphabet: {
    text: '10 to 36 different characters of `0-9` and `A-Z`; an even number with a check character.',
    example: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  },
  groups: { text: 'The number of groups.', example: 5 },
  group_length: { text: 'The number of characters in each group.', example: 5 },
  check: 'How the last character is calculated: `luhn_mod_n`, or `none` if it is random.',
  accepts_typed_input:
    'Whether license keys are also found with `O` for `0`, `I` or `L` for `1`, or without hyphens. In another case, and with blanks or other dashes, they always are.',
};
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The form of generated license keys in a request. */
export const NewKeyFormat = strict(
  object(
    {
      ...keyFormat,
      alphabet: withDefault(keyFormat.alphabet, () => CROCKFORD),
      check: withDefault(keyFormat.check, () => 'luhn_mod_n' as const),
      accepts_typed_input: withDefault(keyFormat.accepts_typed_input, () => false),
    },
    'BenefitLicenseKeyFormatCreateProperties',
    KEY_FORMAT,
  ),
);

export const KeyFormatView = object(keyFormat, 'BenefitLicenseKeyFormatProperties', KEY_FORMAT);

const signedKeyFormat = {
  type: literal('signed'),
  product: optional(text({ min: 1, max: 40 })),
  entitlements: optional(list(text({ min: 1, max: 32 }), { max: 16 })),
  valid_days: optional(integer({ ge: 1, le: 36_500 })),
};
const SIGNED_KEY_FORMAT = {
  type: 'License keys prove themselves: their text says what they are for, and is signed.',
  product: { text: 'The name of the product, which the text carries.', example: 'flight-notes' },
  entitlements: {
    text: 'The names of the values of feature flags that the text carries, if the license key has them: those that are `true`, and whole numbers.',
    example: ['export', 'seats'],
  },
  valid_days: {
    text: 'So many days after it was signed the text ends, also if the license key does not: for license keys of subscriptions, which have no end.',
    example: 400,
  },
};

/** License keys that prove themselves, in a request. */
export const NewSignedKeyFormat = strict(
  object(signedKeyFormat, 'BenefitLicenseKeySignedFormatCreateProperties', SIGNED_KEY_FORMAT),
);

export const SignedKeyFormatView = object(signedKeyFormat, 'BenefitLicenseKeySignedFormatProperties', SIGNED_KEY_FORMAT);
