import { newId } from '#kernel';
import type { Address } from '#support/addresses';
import type { Billing, BillingChanges } from './billing.ts';
import type { TaxId } from './tax-id.ts';
import { normalizedEmail, type UniqueIdentifiers } from './unique-identifiers.ts';
import { hash } from 'node:crypto';

/** Gravatar URL of a normalized address. It responds with 404 if there is no picture, so that clients can fall back. */
const avatarOf = (emailKey: string): string => `https://www.gravatar.com/avatar/${hash('sha256', emailKey)}?d=404`;

export type CustomerType = 'individual' | 'team';
export type Metadata = { readonly [key: string]: string | number | boolean };

export interface CustomerDetails {
  readonly name: string | null;
  readonly locale: string | null;
  readonly metadata: Metadata;
}

export type NewCustomer = Partial<CustomerDetails> &
  UniqueIdentifiers &
  BillingChanges & {
    readonly organizationId: string;
    readonly type: CustomerType;
    readonly billingName?: string | null;
  };

/** An address with what customers are found and shown by. */
export interface EmailAddress {
  email: string | null;
  /** The normalized address. */
  emailKey: string | null;
  avatarUrl: string | null;
}

export function addressed(email: string | null): EmailAddress {
  const emailKey = email && normalizedEmail(email);
  return { email, emailKey, avatarUrl: emailKey && avatarOf(emailKey) };
}

export interface CustomerState extends EmailAddress {
  readonly id: string;
  readonly organizationId: string;
  type: CustomerType;
  externalId: string | null;
  emailVerified: boolean;
  name: string | null;
  billingName: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  locale: string | null;
  metadata: Metadata;
  deletedAt: Date | null;
  /** The customer that has everything that this one had; null unless it was merged. */
  mergedInto: string | null;
  /** The address that it had until it was merged: whoever has it is the customer that it was merged into. Null if that was taken back. */
  aliasEmail: string | null;
  /** The normalized alias. */
  aliasKey: string | null;
  /** Somebody had proved to read mail at the alias, so that who reads it may sign in. */
  aliasSignsIn: boolean;
  firstUserEventAt: Date | null;
  /** How often all sessions of the customer and its members were ended. A session of an earlier generation is not accepted. */
  sessionGeneration: number;
}

export const createdState = (attributes: NewCustomer, { billingAddress, taxId }: Billing): CustomerState => ({
  id: newId('customer'),
  organizationId: attributes.organizationId,
  type: attributes.type,
  externalId: attributes.externalId ?? null,
  ...addressed(attributes.email ?? null),
  emailVerified: false,
  name: attributes.name ?? null,
  billingName: attributes.billingName ?? null,
  billingAddress,
  taxId,
  locale: attributes.locale ?? null,
  metadata: attributes.metadata ?? {},
  deletedAt: null,
  mergedInto: null,
  aliasEmail: null,
  aliasKey: null,
  aliasSignsIn: false,
  firstUserEventAt: null,
  sessionGeneration: 0,
});
