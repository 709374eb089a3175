import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { Pool } from 'pg';
import type { AggregateRows } from './aggregate-rows.ts';
import { type AggregateStore, aggregateStore, type StoreDeclaration } from './aggregate-store.ts';
import { BatchTable } from './batch-table.ts';
import type { AnyAggregate } from './locked-aggregates.ts';

/** How the row of a request is found. */
interface RowSearch<Request, A extends AnyAggregate, Name extends keyof A['snapshot'] & string> extends Pick<
  StoreDeclaration<Request, A>,
  'organizationOf' | 'notFound'
> {
  /** The columns by which rows are found. Their values are ids. */
  readonly by: readonly Name[];
  /** What the row of a request may have in these columns. The first place that has a row counts. */
  readonly placesOf: (request: Request) => readonly Readonly<Pick<A['snapshot'], Name>>[];
  /** Whether a request may see the aggregate that it names: true if left out. */
  readonly isVisible?: (request: Request, aggregate: A) => boolean;
}

/**
 * The store of aggregates of one row each, with SQL that is derived from their mapping. Times of rows are those of the system: no
 * aggregate knows them. A change that throws leaves nothing.
 */
export function rowStore<Request, A extends AnyAggregate, Name extends keyof A['snapshot'] & string>(
  pool: () => Promise<Pool>,
  rows: AggregateRows<A>,
  { by, placesOf, isVisible = () => true, ...options }: RowSearch<Request, A, Name>,
): AggregateStore<Request, A> {
  const table = BatchTable.of(rows.mapping as EntitySchemaWithMeta);
  const columns = table.without('created_at', 'modified_at');
  const lock = columns.lock(`${rows.name} lock by ${by.join(', ')}`, by);
  const write = table.without('created_at').update(`${rows.name} write`);
  const keyOf = (row: object): string => by.map((name) => (row as Partial<Record<Name, unknown>>)[name]).join(' ');
  return aggregateStore(pool, {
    ...options,
    name: rows.name,
    batchOf: (requests) => {
      return {
        reads: lock.ofDistinct(requests.flatMap(placesOf)),
        load: ([locked = []]) => {
          const found = new Map(locked.map((row) => [keyOf(row), { row, aggregate: rows.restored(columns.read(row)) }]));
          const rowOf = new Map([...found.values()].map(({ row, aggregate }) => [aggregate, row]));
          return {
            found: requests.map((request) => {
              const at = placesOf(request).find((place) => found.has(keyOf(place)));
              const aggregate = at && found.get(keyOf(at))!.aggregate;
              return aggregate && isVisible(request, aggregate) ? aggregate : undefined;
            }),
            writes: (changed) => {
              const states = changed.map((aggregate) => ({ state: { ...aggregate.stored }, row: rowOf.get(aggregate)! }));
              return write.of(columns.changed(states).map((state) => ({ ...state, modified_at: new Date() })));
            },
          };
        },
      };
    },
    copyOf: ({ stored }) => rows.restored(stored),
    allOrNothing: (aggregate, change) => aggregate.allOrNothing(change),
  });
}
