import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { ObjectKind } from '../../domain/reported-state.ts';
import type { ProblemCode } from '../../domain/outcome.ts';
import type { UNDELIVERED_SOURCES, UndeliveredReason } from '../../domain/undelivered-purchases.ts';
import type { ConnectorMapping } from './connector.mapping.ts';
import type { StoredState } from './stored-state.ts';

export const PriceMapping = defineEntity({
  name: 'ConnectorPriceRow',
  schema: 'connectors',
  tableName: 'prices',
  properties: {
    connectorId: p.uuid().primary(),
    externalId: p.text().primary(),
    /** Null for what brings nothing. */
    productId: p.uuid().nullable(),
    /** The meter of a metered price. */
    meterId: p.uuid().nullable(),
    createdAt: p.datetime(3),
  },
});

export const ConnectorEventMapping = defineEntity({
  name: 'ConnectorEventRow',
  schema: 'connectors',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    connectorId: p.uuid(),
    externalId: p.text(),
    type: p.text(),
    occurredAt: p.datetime(3),
    isTest: p.boolean(),
    account: p.text().nullable(),
    body: p.text(),
    /** The provider object that the event is about, under its older name; null before it is worked on, and if it is about nothing. */
    subjectId: p.uuid().nullable(),
    status: p.text().$type<'pending' | 'processed' | 'ignored' | 'waiting' | 'failed'>(),
    problemCode: p.text().$type<ProblemCode>().nullable(),
    problem: p.text().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

/** The names of the table and of `knowledge`, the reported state, are older. */
export const ProviderObjectMapping = defineEntity({
  name: 'ProviderObjectRow',
  schema: 'connectors',
  tableName: 'subjects',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    connectorId: p.uuid(),
    kind: p.text().$type<ObjectKind>(),
    ref: p.text(),
    customerRef: p.text().nullable(),
    subscriptionRef: p.text().nullable(),
    aliases: p.array<string>(),
    knowledge: p.json<StoredState>(),
    revision: p.bigint('number'),
    /** The customer, subscription or order. */
    resultId: p.uuid().nullable(),
    /** The orders of a payment, by the key of its part. */
    orders: p.json<{ readonly [part: string]: string }>(),
    status: p.text().$type<'pending' | 'processed' | 'waiting' | 'failed'>(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const UndeliveredPurchaseMapping = defineEntity({
  name: 'UndeliveredPurchaseRow',
  schema: 'connectors',
  tableName: 'undelivered_purchases',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    connectorId: p.uuid().nullable(),
    externalSource: p.text(),
    sourceKind: p.text().$type<(typeof UNDELIVERED_SOURCES)[number]>(),
    sourceId: p.uuid(),
    line: p.text(),
    reason: p.text().$type<UndeliveredReason>(),
    problem: p.text(),
    externalId: p.text(),
    externalPriceId: p.text().nullable(),
    deliverAs: p.text().nullable(),
    value: p.text().nullable(),
    customerId: p.uuid().nullable(),
    email: p.text().nullable(),
    name: p.text().nullable(),
    quantity: p.bigint('number').nullable(),
    amount: p.bigint('number').nullable(),
    taxAmount: p.bigint('number').nullable(),
    currency: p.text().nullable(),
    occurredAt: p.datetime(3),
    /** What a seller decided; null while it is open. */
    resolution: p.text().$type<'dismissed' | 'delivered'>().nullable(),
    /** The reason of a dismissal. */
    resolutionReason: p.text().nullable(),
    resolvedAt: p.datetime(3).nullable(),
    /** The order that delivers it. */
    orderId: p.uuid().nullable(),
    /** When the owners of the organization were told. */
    reportedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

/** When the owners of an organization were told last of what was not delivered. */
export const UndeliveredReportMapping = defineEntity({
  name: 'UndeliveredReportRow',
  schema: 'connectors',
  tableName: 'undelivered_reports',
  properties: { organizationId: p.uuid().primary(), reportedAt: p.datetime(3) },
});

export interface ConnectorsTables {
  'connectors.connectors': InferKyselyTable<typeof ConnectorMapping>;
  'connectors.prices': InferKyselyTable<typeof PriceMapping>;
  'connectors.events': InferKyselyTable<typeof ConnectorEventMapping>;
  'connectors.subjects': InferKyselyTable<typeof ProviderObjectMapping>;
  'connectors.undelivered_purchases': InferKyselyTable<typeof UndeliveredPurchaseMapping>;
  'connectors.undelivered_reports': InferKyselyTable<typeof UndeliveredReportMapping>;
}
