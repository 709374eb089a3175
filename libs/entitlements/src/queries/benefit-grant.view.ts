import { BenefitView } from '#catalog/contract';
import { CustomerView, MemberView } from '#customer-portal/contract';
import { alwaysNull, boolean, type Infer, nullable, object, optional, text, timestamp, uuid4 } from '#platform/wire';

const time = () => nullable(timestamp());

/** Of a `license_keys` benefit: the key that was issued, once it is; of others nothing. */
const PropertiesView = object(
  { license_key_id: optional(uuid4()), display_key: optional(text()) },
  'BenefitGrantLicenseKeysProperties',
);

/** What of a grant is the same for everyone who sees it. */
export const grantFields = {
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
  error: alwaysNull(),
  properties: PropertiesView,
};

export const BenefitGrantView = object(
  { ...grantFields, customer: CustomerView, member: nullable(MemberView), benefit: BenefitView },
  'BenefitGrant',
);
export type BenefitGrantView = Infer<typeof BenefitGrantView>;
