import type { EntityManager } from '@mikro-orm/postgresql';
import type { Access } from '#kernel';
import { RequestInvalid } from '#platform/http';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import type { EventFilter } from './event-conditions.ts';
import { metersById } from './meter-rows.ts';

export const invalidParameter = (parameter: string, type: string, msg: string, input: unknown): RequestInvalid =>
  new RequestInvalid([{ loc: ['query', parameter], type, msg, input }]);

/** The meter whose filter events have to match; undefined if none is named. */
export async function filteringMeter(
  em: EntityManager,
  { meter_id: id }: EventFilter,
  access: Access,
): Promise<StoredMeterDefinition | undefined> {
  if (!id) return undefined;
  const meter = (await metersById(em, [id])).get(id);
  if (!meter || !access.visible.includes(meter.organization_id))
    throw invalidParameter('meter_id', 'meter_id', 'Meter not found.', id);
  return meter;
}
