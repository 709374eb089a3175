import { Query } from '@nestjs/cqrs';
import { GrantingOrderView, type PurchaseOfGrant, GrantingSubscriptionView } from '#entitlements/views';
import { describeFields, type Infer, nullable, object, since, text, uuid4 } from '#platform/wire';

/** A license key, by the names that its views give it. */
export interface NamedKey {
  readonly organization_id: string;
  readonly id: string;
}

const LicenseKeyMemberView = object({ id: uuid4(), email: text(), external_id: nullable(text()) }, 'LicenseKeyMember', {
  id: 'The ID of the member.',
  email: { text: 'The e-mail address of the member.', example: 'jane@example.com' },
  external_id: 'The ID of the member in your own system, or `null`.',
});

export interface MemberOfKey {
  readonly member_id: string | null;
  readonly member: Infer<typeof LicenseKeyMemberView> | null;
}

/** The members that hold license keys, in the order of the keys. */
export class FindMembersOfKeys extends Query<readonly MemberOfKey[]> {
  constructor(readonly keys: readonly NamedKey[]) {
    super();
  }
}

export type PurchaseOfKey = PurchaseOfGrant & { readonly subscription_id: string | null; readonly order_id: string | null };

/** The purchases that bring license keys, in the order of the keys. */
export class FindPurchasesOfKeys extends Query<readonly PurchaseOfKey[]> {
  constructor(readonly keys: readonly NamedKey[]) {
    super();
  }
}

/** Wherever a license key is shown. */
export const SHOWS_MEMBER = since(
  '2026-10',
  describeFields(
    { member_id: nullable(uuid4()), member: nullable(LicenseKeyMemberView) },
    {
      member_id: 'The ID of the member who holds the license key, or `null`.',
      member: 'The member who holds the license key; `null` if the customer does.',
    },
  ),
  (keys: readonly NamedKey[]) => new FindMembersOfKeys(keys),
);

/** Where an application gets the license key that it presents. */
export const SHOWS_PURCHASE = since(
  '2027-01',
  describeFields(
    {
      subscription_id: nullable(uuid4()),
      subscription: nullable(GrantingSubscriptionView),
      order_id: nullable(uuid4()),
      order: nullable(GrantingOrderView),
    },
    {
      subscription_id: 'The ID of the subscription that brings the license key, or `null`.',
      subscription: 'The subscription that brings the license key, or `null`.',
      order_id: 'The ID of the one-time order that brings the license key, or `null`.',
      order: 'The one-time order that brings the license key, or `null`.',
    },
  ),
  (keys: readonly NamedKey[]) => new FindPurchasesOfKeys(keys),
);
