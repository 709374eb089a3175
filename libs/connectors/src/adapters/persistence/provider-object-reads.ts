import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import type { ObjectKind } from '../../domain/reported-state.ts';
import type { Dependent, ObjectOf, ProviderObject } from '../../domain/provider-objects.ts';
import { byFirst, OF_ACCOUNT, PROVIDER_OBJECT_COLUMNS, type ProviderObjectRow, toProviderObject } from './provider-object-row.ts';

/** More than one payment for one refund, or one subscription, is worked on at a time. */
const MOST_DEPENDENTS = 1_000;

const BY_REF = `select w.position, ${PROVIDER_OBJECT_COLUMNS}
  from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as w (connector, kind, ref, position) ${OF_ACCOUNT}
  join connectors.subjects s on s.connector_id = c.id and s.kind = w.kind and s.ref = w.ref`;

/**
 * The objects of a connector of the account that are known by one of the aliases of `w`. Few are, but PostgreSQL takes one in a hundred: with the limit
 * in the same query it would read through the objects of the connector until it had found so many.
 */
const named = (columns: string, where: string): string => `
    with named as materialized (
      select ${columns} from connectors.subjects where connector_id = c.id and aliases && w.aliases and ${where}
    ) select * from named limit ${MOST_DEPENDENTS}`;

const BY_ALIASES = `select w.position, ${PROVIDER_OBJECT_COLUMNS}
  from jsonb_to_recordset($1::jsonb) as w (position int, connector uuid, kind text, aliases text[]) ${OF_ACCOUNT}
  cross join lateral (${named('*', 'kind = w.kind')}) s order by s.id`;

const WAITING = `select w.position, s.id, s.kind
  from jsonb_to_recordset($1::jsonb) as w (position int, connector uuid, kind text, ref text, aliases text[]) ${OF_ACCOUNT}
  cross join lateral (
    (select id, kind from connectors.subjects
      where w.kind = 'customer' and connector_id = c.id and customer_ref = w.ref and status <> 'processed' limit ${MOST_DEPENDENTS})
    union all
    (select id, kind from connectors.subjects
      where w.kind = 'subscription' and connector_id = c.id and subscription_ref = w.ref and status <> 'processed' limit ${MOST_DEPENDENTS})
    union all
    (${named('id, kind', `w.kind = 'payment' and (kind = 'dispute' or (kind = 'refund' and status <> 'processed'))`)})
  ) s order by s.id`;

interface At {
  /** The position of the key, from 1. */
  readonly position: number;
}

const NO_ALIASES: readonly string[] = [];

/** Reads of provider objects. Those at the same time share a statement. */
export class ProviderObjectReads {
  private readonly byRef: BatchLoader<readonly ProviderObject[]>;
  private readonly byAliases: BatchLoader<readonly ProviderObject[]>;
  private readonly waiting: BatchLoader<readonly Dependent[]>;

  constructor(private readonly em: EntityManager) {
    this.byRef = new BatchLoader(async (keys) => {
      const names = keys.map((key) => JSON.parse(key) as [connector: string, kind: string, ref: string]);
      const columns = [0, 1, 2].map((column) => names.map((name) => name[column]));
      return objectsOf(keys, await this.rows<ProviderObjectRow>(BY_REF, columns));
    }, 'turn');
    this.byAliases = new BatchLoader(
      async (keys) => objectsOf(keys, await this.rows<ProviderObjectRow>(BY_ALIASES, recordsOf(keys))),
      'turn',
    );
    this.waiting = new BatchLoader(
      async (keys) => valuesOf(keys, await this.rows<Dependent>(WAITING, recordsOf(keys)), ({ id, kind }) => ({ id, kind })),
      'turn',
    );
  }

  async find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined> {
    return (await this.byRef.read(JSON.stringify([connectorId, kind, ref])))?.[0] as ObjectOf<K> | undefined;
  }

  async known<K extends ObjectKind>(connector: string, kind: K, aliases: readonly string[]): Promise<readonly ObjectOf<K>[]> {
    return ((await this.byAliases.read(JSON.stringify({ connector, kind, aliases }))) ?? []) as readonly ObjectOf<K>[];
  }

  async waitingFor({ connectorId: connector, ref, reported }: ProviderObject): Promise<readonly Dependent[]> {
    const { kind } = reported;
    if (kind === 'refund' || kind === 'dispute') return [];
    const aliases = kind === 'payment' ? reported.aliases : NO_ALIASES;
    return (await this.waiting.read(JSON.stringify({ connector, kind, ref, aliases }))) ?? [];
  }

  private async rows<Row>(text: string, values: readonly unknown[]): Promise<(Row & At)[]> {
    return (await readDb<object>(this.em).executeQuery<Row & At>(CompiledQuery.raw(text, [...values]))).rows;
  }
}

/** The keys are records in JSON. */
const recordsOf = (keys: readonly string[]): [string] => [
  JSON.stringify(keys.map((key, index) => ({ position: index + 1, ...(JSON.parse(key) as object) }))),
];

const objectsOf = (keys: readonly string[], rows: readonly (ProviderObjectRow & At)[]) =>
  valuesOf(keys, rows.toSorted(byFirst), (row) => toProviderObject(row));

function valuesOf<Row extends At, Value>(
  keys: readonly string[],
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return new Map(keys.map((key, index) => [key, (byPosition.get(index + 1) ?? []).map(valueOf)]));
}
