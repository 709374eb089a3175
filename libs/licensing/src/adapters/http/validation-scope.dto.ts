import { version } from '#catalog/views';
import { list, nullable, object, optional, strict, text } from '#platform/wire';

export const ASKED_BENEFIT =
  'The ID of the benefit of which the license key has to be. A license key of another one is refused with `BENEFIT_MISMATCH`, and takes no ' +
  'activation. An extension.';

/** The names of entitlements that an application asks for. */
export const ASKED_ENTITLEMENTS = optional(nullable(list(text({ min: 1, max: 40 }), { min: 1, max: 20 })));

/** The release that an application asks for: it names one of both. */
export const ASKED_RELEASE = optional(
  nullable(
    strict(
      object(
        {
          version: optional(nullable(version())),
          sha256: optional(nullable(text({ max: 64, pattern: /^[0-9a-fA-F]{64}$/ }))),
        },
        'LicenseKeyRelease',
        {
          version: { text: 'The version of the release. Either `version` or `sha256` is required.', example: '3.2.1' },
          sha256: {
            text: 'The SHA-256 digest of a file of the release, in hexadecimal digits.',
            example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          },
        },
      ),
    ),
  ),
);

/** What a validation asks of the license key. */
export const VALIDATION_SCOPE = {
  product_id:
    'The ID of the product whose benefits, of now or before, have to include that of the license key. Otherwise it is refused with ' +
    '`PRODUCT_MISMATCH`. Products that bring the same benefit are not told apart. An extension.',
  entitlements: {
    text:
      'The names of values, or IDs of benefits, that the `entitlements` of the license key have to have. A value that is `false` or 0 does ' +
      'not count. Without one of them it is refused with `ENTITLEMENT_MISSING`. An extension.',
    example: ['export'],
  },
  release:
    'The release that runs, as the seller published it. The license key has to include it as if it was to be downloaded; otherwise it is refused with ' +
    '`RELEASE_NOT_INCLUDED`. With `product_id`, it has to be one of this product. An extension.',
};
