import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { type Aggregation, type LateEvents, Meter } from '../../domain/meter.ts';
import type { Filter } from '../../domain/filter.ts';
import type { EventTypeMapping } from './event-type.mapping.ts';

/** The columns `number`, `counted_to` and `customer_meters` belong to the repository and are not mapped. */
export const MeterMapping = defineEntity({
  name: 'MeterRow',
  schema: 'metering',
  tableName: 'meters',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    unit: p.text().$type<'scalar' | 'token' | 'custom'>(),
    customLabel: p.text().nullable(),
    customMultiplier: p.integer().nullable(),
    filter: p.json<Filter>(),
    aggregation: p.json<Aggregation>(),
    lateEvents: p.text().$type<LateEvents>(),
    metadata: p.json<{ [key: string]: string | number | boolean }>(),
    thresholds: p.json<number[]>(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const meterRows = aggregateRows(Meter, MeterMapping).auditedAs({ type: 'meter' });

export interface MeteringTables {
  'metering.event_types': InferKyselyTable<typeof EventTypeMapping>;
  'metering.meters': InferKyselyTable<typeof MeterMapping>;
}
