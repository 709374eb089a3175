import { defineEntity, type InferKyselyTable, p } from '@mikro-orm/postgresql';
import type { Knowledge, KnowledgeKind } from '../../domain/knowledge.ts';
import type { ProblemCode } from '../../domain/outcome.ts';
import type { ConnectorMapping } from './connector.mapping.ts';

export const PriceMapping = defineEntity({
  name: 'ConnectorPriceRow',
  schema: 'connectors',
  tableName: 'prices',
  properties: {
    connectorId: p.uuid().primary(),
    externalId: p.text().primary(),
    /** Null for what brings nothing. */
    productId: p.uuid().nullable(),
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
    /** What the event is about; null before it is worked on, and if it is about nothing. */
    subjectId: p.uuid().nullable(),
    status: p.text().$type<'pending' | 'processed' | 'ignored' | 'waiting' | 'failed'>(),
    problemCode: p.text().$type<ProblemCode>().nullable(),
    problem: p.text().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const SubjectMapping = defineEntity({
  name: 'ConnectorSubjectRow',
  schema: 'connectors',
  tableName: 'subjects',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    connectorId: p.uuid(),
    kind: p.text().$type<KnowledgeKind>(),
    ref: p.text(),
    customerRef: p.text().nullable(),
    subscriptionRef: p.text().nullable(),
    aliases: p.array<string>(),
    knowledge: p.json<Knowledge>(),
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

export interface ConnectorsTables {
  'connectors.connectors': InferKyselyTable<typeof ConnectorMapping>;
  'connectors.prices': InferKyselyTable<typeof PriceMapping>;
  'connectors.events': InferKyselyTable<typeof ConnectorEventMapping>;
  'connectors.subjects': InferKyselyTable<typeof SubjectMapping>;
}
