import { defineEntity, p } from '@mikro-orm/postgresql';
import { AddressJson, type AddressShape, entityClass } from '#platform/persistence';
import { Customer } from '../../domain/customer.ts';
import type { TaxId } from '../../domain/tax-id.ts';

/** The row as queries see it. */
export interface CustomersTable {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'individual' | 'team';
  readonly external_id: string | null;
  readonly email: string | null;
  readonly email_key: string | null;
  readonly email_verified: boolean;
  readonly avatar_url: string | null;
  readonly name: string | null;
  readonly billing_name: string | null;
  readonly billing_address: AddressShape | null;
  readonly tax_id: TaxId | null;
  readonly locale: string | null;
  readonly metadata: { [key: string]: string | number | boolean };
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
  readonly first_user_event_at: Date | null;
}

export interface CustomerPortalTables {
  readonly 'customer_portal.customers': CustomersTable;
}

export const CustomerMapping = defineEntity({
  class: entityClass(Customer),
  schema: 'customer_portal',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text(),
    externalId: p.text().nullable(),
    email: p.text().nullable(),
    emailKey: p.text().nullable().getter().hydrate(false),
    emailVerified: p.boolean(),
    avatarUrl: p.text().nullable().getter().hydrate(false),
    name: p.text().nullable(),
    billingName: p.text().nullable(),
    billingAddress: p.type(AddressJson).nullable(),
    taxId: p.json().nullable(),
    locale: p.text().nullable(),
    metadata: p.json(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
    firstUserEventAt: p.datetime(3).nullable(),
  },
});
