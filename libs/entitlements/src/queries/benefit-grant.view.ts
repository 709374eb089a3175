import { BenefitView } from '#catalog/views';
import { CustomerView, MemberView } from '#customer-portal/views';
import {
  alwaysNull,
  boolean,
  describeFields,
  describeResource,
  type Infer,
  integer,
  nullable,
  object,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

const time = () => nullable(timestamp());

/** For a `license_keys` benefit the license key, once it is issued; otherwise empty. */
const PropertiesView = object(
  { license_key_id: optional(uuid4()), display_key: optional(text()) },
  'BenefitGrantLicenseKeysProperties',
  {
    license_key_id: 'The ID of the license key that was issued.',
    display_key: { text: 'The masked license key.', example: '****-E304DA' },
  },
);

/** The fields that sellers and customers see alike. */
export const grantFields = describeFields(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: time(),
    granted_at: time(),
    is_granted: boolean(),
    revoked_at: time(),
    is_revoked: boolean(),
    subscription_id: nullable(uuid4()),
    order_id: nullable(uuid4()),
    customer_id: uuid4(),
    member_id: nullable(uuid4()),
    benefit_id: uuid4(),
    ordinal: optional(integer()),
    error: alwaysNull(),
    properties: PropertiesView,
  },
  {
    ...describeResource('benefit grant'),
    granted_at: 'When the benefit was last granted, or `null`.',
    is_granted: 'Whether the customer has the benefit. `false` while the grant waits for its license key.',
    revoked_at: 'When the benefit was revoked, or `null`.',
    is_revoked: 'Whether the benefit was revoked.',
    subscription_id: 'The ID of the subscription that brings the benefit, or `null`.',
    order_id: 'The ID of the order that brings the benefit, or `null`.',
    customer_id: 'The ID of the customer.',
    member_id:
      'The ID of the member who has the benefit: the holder of a seat or the owner of an individual customer. `null` for a team as a whole.',
    benefit_id: 'The ID of the benefit.',
    ordinal: 'The number of the grant, if each piece of the purchase has one of its own. Left out otherwise. An extension.',
    error: 'Always `null`: granting does not fail.',
    properties: 'What was granted: for `license_keys` the license key, otherwise empty.',
  },
);

export const BenefitGrantView = object(
  { ...grantFields, customer: CustomerView, member: nullable(MemberView), benefit: BenefitView },
  'BenefitGrant',
  { customer: 'The customer.', member: 'The member who has the benefit, or `null`.', benefit: 'The benefit.' },
);
export type BenefitGrantView = Infer<typeof BenefitGrantView>;
