import type { Address } from '#support/addresses';
import { anonymizedEmail, type SnakeCased } from '#support/texts';

/** The data of a customer that other contexts need. */
export interface CustomerSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly metadata: { readonly [name: string]: string | number | boolean };
  /** Its id in the system of the seller. */
  readonly external_id: string | null;
  readonly email: string | null;
  /** Whether it has signed in with this e-mail address. */
  readonly email_verified: boolean;
  readonly type: 'individual' | 'team';
  readonly name: string | null;
  readonly billing_name: string | null;
  readonly billing_address: SnakeCased<Address> | null;
  /** The number and its format. */
  readonly tax_id: readonly [string, string] | null;
  /** A BCP 47 tag. */
  readonly locale: string | null;
  readonly organization_id: string;
  readonly default_payment_method_id: string | null;
  readonly deleted_at: Date | null;
  readonly first_user_event_at: Date | null;
  readonly avatar_url: string | null;
}

/** Whether the personal data of a deleted customer was removed. */
export const isAnonymized = ({ deleted_at, metadata }: CustomerSnapshot): boolean =>
  deleted_at !== null && metadata['__anonymized_at'] !== undefined;

/** Whether the e-mail address was that of a customer whose personal data was removed. */
export const wasEmailOf = ({ id, email }: Pick<CustomerSnapshot, 'id' | 'email'>, former: string): boolean =>
  email === anonymizedEmail(id, former);

/** The data of a member of a customer that other contexts need. */
export interface MemberSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly customer_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly external_id: string | null;
  readonly role: 'owner' | 'billing_manager' | 'member';
}
