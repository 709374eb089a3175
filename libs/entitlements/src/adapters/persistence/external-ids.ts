import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { readOnce } from '#engine/idempotency';
import {
  BatchLoader,
  readDb,
  type AggregateStore,
  type BatchStatement,
  insertionStore,
  type NewAggregates,
} from '#engine/persistence';
import { type ExternalId, ExternalIdTaken, type PurchaseOriginState } from '../../domain/purchase.ts';
import type { PurchaseTable } from './entitlement-statements.ts';
import type { Pool } from 'pg';
import type { Order } from '../../domain/order.ts';
import type { Subscription } from '../../domain/subscription.ts';

/** The unique indexes of external ids. */
const INDEXES = new Set(['orders_by_external_id', 'subscriptions_by_external_id']);

interface FoundRow {
  readonly organization_id: string;
  readonly external_source: string;
  readonly external_id: string;
  readonly id: string;
}

const byExternalId = (table: PurchaseTable): string =>
  `select p.organization_id, p.external_source, p.external_id, p.id
    from unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, external_source, external_id)
    join entitlements.${table} p on p.organization_id = w.organization_id and p.external_source = w.external_source
      and p.external_id = w.external_id`;

type Name = readonly [organizationId: string, source: string, id: string];
const keyOf = (...name: Name): string => JSON.stringify(name);
const columnsOf = (names: readonly Name[]): string[][] => [0, 1, 2].map((column) => names.map((name) => name[column]!));
const keyOfRow = ({ organization_id, external_source, external_id }: FoundRow): string =>
  keyOf(organization_id, external_source, external_id);

export interface NamedPurchase {
  readonly snapshot: Pick<PurchaseOriginState, 'externalId' | 'externalSource'> & { readonly organizationId: string };
}

/** Finds those of new purchases whose external id belongs to a stored purchase, or to another one before them. */
export class TakenExternalIds {
  private readonly names: readonly (Name | undefined)[];

  constructor(
    private readonly table: PurchaseTable,
    purchases: readonly NamedPurchase[],
  ) {
    this.names = purchases.map(({ snapshot: { organizationId, externalId: id, externalSource: source } }) =>
      id === null ? undefined : [organizationId, source, id],
    );
  }

  /** The statement whose rows `areTaken` needs; none if no purchase has an external id. */
  get reads(): { readonly name: string; readonly text: string; readonly values: unknown[] }[] {
    const names = this.names.filter((name) => name !== undefined);
    if (names.length === 0) return [];
    return [{ name: `${this.table} by external ids`, text: byExternalId(this.table), values: columnsOf(names) }];
  }

  areTaken(rows: readonly object[]): boolean[] {
    const taken = new Set((rows as readonly FoundRow[]).map(keyOfRow));
    return this.names.map((name) => {
      const key = name && keyOf(...name);
      const isTaken = key !== undefined && taken.has(key);
      if (key !== undefined) taken.add(key);
      return isTaken;
    });
  }
}

/** Finds purchases of one kind by their external ids. Concurrent look-ups share a statement. */
export class PurchasesByExternalId {
  private readonly ids: BatchLoader<string>;

  constructor(
    private readonly em: EntityManager,
    private readonly table: PurchaseTable,
  ) {
    this.ids = new BatchLoader((keys) => this.read(keys), 'turn');
  }

  idOf(organizationId: string, { id, source }: ExternalId): Promise<string | undefined> {
    return readOnce('purchase by external id', () => this.ids.read(keyOf(organizationId, source, id)));
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const values = columnsOf(keys.map((key) => JSON.parse(key) as Name));
    const { rows } = await readDb<object>(this.em).executeQuery<FoundRow>(CompiledQuery.raw(byExternalId(this.table), values));
    return new Map(rows.map((row) => [keyOfRow(row), row.id]));
  }
}

export function rethrowAsTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (INDEXES.has(constraint ?? '')) throw new ExternalIdTaken();
  throw error;
}

/**
 * The store of new purchases of one kind: those that are reported at the same time are stored by one statement. Events of a provider
 * that arrive together often report the same purchase, so external ids are looked up first: if one of the purchases violates a
 * constraint, each is stored by itself. Only another process can store the same external id meanwhile.
 */
export const purchaseInsertion = <Purchase extends (Order | Subscription) & NamedPurchase>(
  pool: () => Promise<Pool>,
  name: string,
  table: PurchaseTable,
  insertionOf: (purchases: readonly Purchase[]) => BatchStatement[],
): AggregateStore<NewAggregates<Purchase>, NewAggregates<Purchase>> =>
  insertionStore(pool, {
    name,
    notFound: () => new ExternalIdTaken(),
    batchOf: (requests) => {
      const externalIds = new TakenExternalIds(
        table,
        requests.flatMap(({ added }) => added),
      );
      return {
        reads: externalIds.reads,
        load: ([rows = []]) => {
          const taken = externalIds.areTaken(rows);
          return {
            found: requests.map((request, index) => (taken[index] ? undefined : request)),
            writes: (added) => insertionOf(added.flatMap((each) => each.added)),
          };
        },
      };
    },
  });
