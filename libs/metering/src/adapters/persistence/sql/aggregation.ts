import { type RawBuilder, sql } from 'kysely';
import type { Aggregation, MeterDefinition } from '../../../domain/meter.ts';
import { type Constants, filterCondition, UNIX_SECONDS, metadataValue } from './filter.ts';

type Sql<T> = RawBuilder<T>;

/** The part of a stored meter that determines which events it counts, and how. */
export interface StoredMeterDefinition extends MeterDefinition {
  readonly id: string;
}

const NULL = sql<null>`null`;

/** The number of an event `e` that is aggregated, or the digest of its value for `unique`. The other one is null. */
function aggregatedValue(aggregation: Aggregation, constants: Constants): { number: Sql<unknown>; digest: Sql<unknown> } {
  if (aggregation.func === 'count') return { number: NULL, digest: NULL };
  const { func, property } = aggregation;
  if (func === 'unique') return { number: NULL, digest: sql`md5(${distinctValue(property, constants)})` };
  if (property === 'timestamp') return { number: UNIX_SECONDS, digest: NULL };
  if (property === 'name' || property === 'source') return { number: NULL, digest: NULL };
  const json = metadataValue(property, constants);
  return { number: sql`case when jsonb_typeof(${json}) = 'number' then ${json}::numeric end`, digest: NULL };
}

/** The condition that the meter counts an event `e`. */
export function isCountedBy({ filter, aggregation }: StoredMeterDefinition, constants: Constants): Sql<boolean> {
  const { number, digest } = aggregatedValue(aggregation, constants);
  const matches = sql`e.source = 'user' and e.voided_at is null and ${filterCondition(filter, constants)}`;
  if (aggregation.func === 'count') return sql`(${matches})`;
  return sql`(${matches} and ${aggregation.func === 'unique' ? digest : number} is not null)`;
}

/** A text that is equal for equal values. The JSON number 1 and the JSON string "1" are different values. */
function distinctValue(property: string, constants: Constants): Sql<unknown> {
  if (property === 'name' || property === 'source') return sql.ref(`e.${property}`);
  if (property === 'timestamp') return sql`${UNIX_SECONDS}::text`;
  return sql`nullif(${metadataValue(property, constants)}, 'null'::jsonb)::text`;
}

/**
 * Selects the events of the relation `source` that the meters count, one row for each event and meter: `meter_id`, `func`, `number`,
 * `digest` and the given `columns` of the event. System events and voided events are not counted, nor are events whose aggregated
 * property is missing or, for a numeric function, not a number.
 */
export function countedEvents(
  meters: readonly StoredMeterDefinition[],
  source: Sql<unknown>,
  columns: Sql<unknown>,
  constants: Constants,
): Sql<unknown> {
  const parts = meters.map((meter) => {
    const { number, digest } = aggregatedValue(meter.aggregation, constants);
    const { func } = meter.aggregation;
    const hasValue = func === 'count' ? sql`true` : sql.raw(func === 'unique' ? 'digest is not null' : 'number is not null');
    return sql`select meter_id, func, number, digest::uuid as digest, ${columns} from (
        select ${constants.add(meter.id)}::uuid as meter_id, ${sql.lit(func)} as func,
          (${number})::numeric as number, (${digest})::text as digest, e.*
        from ${source} as e, constants where e.source = 'user' and e.voided_at is null and ${filterCondition(meter.filter, constants)}
      ) as matched where ${hasValue}`;
  });
  return parts.length > 0 ? sql.join(parts, sql` union all `) : NO_EVENTS(columns, source);
}

const NO_EVENTS = (columns: Sql<unknown>, source: Sql<unknown>): Sql<unknown> =>
  sql`select null::uuid as meter_id, null::text as func, null::numeric as number, null::uuid as digest, ${columns} from ${source} as e where false`;
