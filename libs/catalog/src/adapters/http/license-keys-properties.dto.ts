import { blankToNull, boolean, type Infer, integer, nullable, object, optional } from '#platform/wire';
import { Expiration } from '../../contract/benefit.view.ts';

const positive = () => integer({ gt: 0 });

/** Properties of a `license_keys` benefit as they are sent. What is left out is without. */
export const LicenseKeysProperties = object(
  {
    prefix: optional(blankToNull({ max: 255 })),
    expires: optional(nullable(Expiration)),
    activations: optional(
      nullable(object({ limit: positive(), enable_customer_admin: boolean() }, 'BenefitLicenseKeyActivationCreateProperties')),
    ),
    limit_usage: optional(nullable(positive())),
    deliver_by_email: optional(boolean()),
  },
  'BenefitLicenseKeysCreateProperties',
);

export const licenseKeysProperties = ({
  prefix,
  expires,
  activations,
  limit_usage,
  deliver_by_email,
}: Infer<typeof LicenseKeysProperties>) => ({
  prefix: prefix ?? null,
  expires: expires ?? null,
  activations: activations ? { limit: activations.limit, enableCustomerAdmin: activations.enable_customer_admin } : null,
  limitUsage: limit_usage ?? null,
  deliverByEmail: deliver_by_email ?? false,
});
