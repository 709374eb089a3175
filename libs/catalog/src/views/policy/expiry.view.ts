import { integer, object, oneOf, optional, strict } from '#platform/wire';

/** When the lifetime of license keys begins and what comes after its end, in requests and responses. */
export const ExpiryPolicy = strict(
  object(
    {
      begins: optional(oneOf(['issue', 'first_activation'])),
      grace_seconds: optional(integer({ ge: 0, le: 31_622_400 })),
      renewal: optional(oneOf(['from_now', 'from_expiry', 'keep'])),
    },
    'BenefitLicenseKeyExpiryPolicy',
    {
      begins:
        'When the lifetime begins: when the license key is issued, which is the default, or when it is activated for the first time.',
      grace_seconds: {
        text: 'For how many seconds after its expiry a license key can still be validated: up to 366 days. 0 by default.',
        example: 604800,
      },
      renewal:
        'From when the lifetime counts when it starts anew: from that moment (`from_now`, the default), from the expiry if that is later (`from_expiry`), or not at all (`keep`).',
    },
  ),
);
