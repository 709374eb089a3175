import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import type { Aggregation } from '../../domain/aggregation.ts';
import type { Filter } from '../../domain/filter.ts';
import { Meter } from '../../domain/meter.ts';

/** The row as queries see it. */
export interface MetersTable {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly custom_label: string | null;
  readonly custom_multiplier: number | null;
  readonly filter: Filter;
  readonly aggregation: Aggregation;
  readonly metadata: { [key: string]: string | number | boolean };
  readonly thresholds: number[];
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly modified_at: Date | null;
}

export interface MeteringTables {
  readonly 'metering.meters': MetersTable;
}

/** `number`, `counted_to` and the number of customer meters are the repository's own, and not part of the meter. */
export const MeterMapping = defineEntity({
  class: entityClass(Meter),
  schema: 'metering',
  tableName: 'meters',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    unit: p.text(),
    customLabel: p.text().nullable(),
    customMultiplier: p.integer().nullable(),
    filter: p.json(),
    aggregation: p.json(),
    metadata: p.json(),
    thresholds: p.json(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});
