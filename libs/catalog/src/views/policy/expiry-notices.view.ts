import { boolean, integer, list, object, optional, strict } from '#platform/wire';

const MAX_NOTICES = 10;

const ExpiryMails = strict(
  object({ expiring: optional(boolean()), expired: optional(boolean()) }, 'BenefitLicenseKeyExpiryMails', {
    expiring: 'Whether the customer gets an e-mail each time that `license_key.expiring` is published. `false` by default.',
    expired: 'Whether the customer gets an e-mail when `license_key.expired` is published. `false` by default.',
  }),
);

/** When it is announced that license keys expire, in requests and responses. */
export const ExpiryNoticesPolicy = strict(
  object(
    { days: optional(list(integer({ ge: 1, le: 366 }), { max: MAX_NOTICES })), mails: optional(ExpiryMails) },
    'BenefitLicenseKeyExpiryNoticesPolicy',
    {
      days: {
        text: 'How many days before its expiry a license key is announced to expire, with `license_key.expiring`: up to 10 numbers from 1 to 366. 30, 7 and 1 by default; never if the list is empty.',
        example: [30, 7, 1],
      },
      mails: 'Of what the customer gets an e-mail. Left out: of nothing.',
    },
  ),
);
