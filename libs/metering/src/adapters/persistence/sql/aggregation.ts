import { type RawBuilder, sql } from 'kysely';
import type { Aggregation } from '../../../domain/aggregation.ts';
import { type Constants, matching, SECONDS, stored } from './filter.ts';
import type { Filter } from '../../../domain/filter.ts';

type Sql<T> = RawBuilder<T>;

/** A meter, as far as counting is concerned. */
export interface Counting {
  readonly id: string;
  readonly filter: Filter;
  readonly aggregation: Aggregation;
}

const NOTHING = sql<null>`null`;

/** The number that an event `e` brings, and the digest of the value; null where that is not what is aggregated. */
function contribution(aggregation: Aggregation, constants: Constants): { number: Sql<unknown>; digest: Sql<unknown> } {
  if (aggregation.func === 'count') return { number: NOTHING, digest: NOTHING };
  const { func, property } = aggregation;
  if (func === 'unique') return { number: NOTHING, digest: sql`md5(${distinctValue(property, constants)})` };
  if (property === 'timestamp') return { number: SECONDS, digest: NOTHING };
  if (property === 'name' || property === 'source') return { number: NOTHING, digest: NOTHING };
  const json = stored(property, constants);
  return { number: sql`case when jsonb_typeof(${json}) = 'number' then ${json}::numeric end`, digest: NOTHING };
}

/** The condition that an event `e` is one of those that the meter counts. */
export function takesPart({ filter, aggregation }: Counting, constants: Constants): Sql<boolean> {
  const { number, digest } = contribution(aggregation, constants);
  const matches = sql`e.source = 'user' and ${matching(filter, constants)}`;
  if (aggregation.func === 'count') return sql`(${matches})`;
  return sql`(${matches} and ${aggregation.func === 'unique' ? digest : number} is not null)`;
}

/** Equal values have equal texts: of JSON, a number and the text that looks like it are not the same. */
function distinctValue(property: string, constants: Constants): Sql<unknown> {
  if (property === 'name' || property === 'source') return sql.ref(`e.${property}`);
  if (property === 'timestamp') return sql`${SECONDS}::text`;
  return sql`nullif(${stored(property, constants)}, 'null'::jsonb)::text`;
}

/**
 * The events of the relation `source` that the meters count, once for each meter: `meter_id`, `func`, `number`, `digest`, and
 * those columns of the event that are asked for. Only what users did is counted. An event without the aggregated property,
 * or with something else than a number where one is needed, does not match.
 */
export function counted(
  meters: readonly Counting[],
  source: Sql<unknown>,
  columns: Sql<unknown>,
  constants: Constants,
): Sql<unknown> {
  const parts = meters.map((meter) => {
    const { number, digest } = contribution(meter.aggregation, constants);
    const { func } = meter.aggregation;
    const needed = func === 'count' ? sql`true` : sql.raw(func === 'unique' ? 'digest is not null' : 'number is not null');
    return sql`select meter_id, func, number, digest::uuid as digest, ${columns} from (
        select ${constants.put(meter.id)}::uuid as meter_id, ${sql.lit(func)} as func,
          (${number})::numeric as number, (${digest})::text as digest, e.*
        from ${source} as e, k where e.source = 'user' and ${matching(meter.filter, constants)}
      ) as matched where ${needed}`;
  });
  return parts.length > 0 ? sql.join(parts, sql` union all `) : NO_EVENTS(columns, source);
}

const NO_EVENTS = (columns: Sql<unknown>, source: Sql<unknown>): Sql<unknown> =>
  sql`select null::uuid as meter_id, null::text as func, null::numeric as number, null::uuid as digest, ${columns} from ${source} as nothing where false`;
