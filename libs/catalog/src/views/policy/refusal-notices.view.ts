import { boolean, object, optional, strict } from '#platform/wire';

const RefusalMails = strict(
  object({ customer: optional(boolean()), seller: optional(boolean()) }, 'BenefitLicenseKeyRefusalMails', {
    customer: 'Whether the customer gets an e-mail when `license_key.activation_refused` is published. `false` by default.',
    seller: 'Whether the owners of the organization get one. `false` by default.',
  }),
);

/** Who is told that a limit of a license key refused a device, in requests and responses. */
export const RefusalNoticesPolicy = strict(
  object({ mails: optional(RefusalMails) }, 'BenefitLicenseKeyRefusalNoticesPolicy', {
    mails: 'Who gets an e-mail, at most once an hour for each license key. Left out: nobody.',
  }),
);
