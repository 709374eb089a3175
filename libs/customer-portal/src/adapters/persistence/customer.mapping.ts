import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { AddressJson, type AddressShape, aggregateRows } from '#engine/persistence';
import { Customer } from '../../domain/customer.ts';
import type { TaxId } from '../../domain/tax-id.ts';

export const CustomerMapping = defineEntity({
  name: 'CustomerRow',
  schema: 'customer_portal',
  tableName: 'customers',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    type: p.text().$type<'individual' | 'team'>(),
    externalId: p.text().nullable(),
    email: p.text().nullable(),
    emailKey: p.text().nullable(),
    emailVerified: p.boolean(),
    avatarUrl: p.text().nullable(),
    name: p.text().nullable(),
    billingName: p.text().nullable(),
    billingAddress: p.type(AddressJson).$type<AddressShape>().nullable(),
    taxId: p.json<TaxId>().nullable(),
    locale: p.text().nullable(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
    mergedInto: p.uuid().nullable(),
    aliasEmail: p.text().nullable(),
    aliasKey: p.text().nullable(),
    aliasSignsIn: p.boolean(),
    sessionGeneration: p.integer(),
    firstUserEventAt: p.datetime(3).nullable(),
  },
});

export const customerRows = aggregateRows(Customer, CustomerMapping).auditedAs({
  type: 'customer',
  without: ['emailKey', 'avatarUrl', 'aliasEmail', 'aliasKey', 'aliasSignsIn', 'firstUserEventAt'],
  customerOf: ({ id }) => id,
});

export interface CustomerPortalTables {
  'customer_portal.customers': InferKyselyTable<typeof CustomerMapping>;
}
