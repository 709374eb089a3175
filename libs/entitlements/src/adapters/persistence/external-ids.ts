import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { readOnce } from '#platform/idempotency';
import { BatchLoader, readDb } from '#platform/persistence';
import { type ExternalId, ExternalIdTaken } from '../../domain/purchase.ts';

/** The unique indexes of external ids. */
const INDEXES = new Set(['orders_by_external_id', 'subscriptions_by_external_id']);

type PurchaseTable = 'entitlements.orders' | 'entitlements.subscriptions';

interface FoundRow {
  readonly organization_id: string;
  readonly external_source: string;
  readonly external_id: string;
  readonly id: string;
}

const byExternalId = (table: PurchaseTable): string =>
  `select p.organization_id, p.external_source, p.external_id, p.id
    from unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, external_source, external_id)
    join ${table} p on p.organization_id = w.organization_id and p.external_source = w.external_source
      and p.external_id = w.external_id`;

type Name = readonly [organizationId: string, source: string, id: string];
const keyOf = (...name: Name): string => JSON.stringify(name);

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
    const names = keys.map((key) => JSON.parse(key) as Name);
    const values = [0, 1, 2].map((column) => names.map((name) => name[column]));
    const { rows } = await readDb<object>(this.em).executeQuery<FoundRow>(CompiledQuery.raw(byExternalId(this.table), values));
    return new Map(
      rows.map(({ organization_id, external_source, external_id, id }) => [
        keyOf(organization_id, external_source, external_id),
        id,
      ]),
    );
  }
}

export function rethrowAsTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (INDEXES.has(constraint ?? '')) throw new ExternalIdTaken();
  throw error;
}
