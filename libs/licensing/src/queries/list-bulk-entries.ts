import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { BulkChangeTables } from '../adapters/persistence/bulk-change.mapping.ts';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import type { BulkOutcome, StoredTerms } from '#support/bulk-changes';
import type { BulkEntryView } from './bulk-entry.view.ts';
import { visibleBulkChanges } from './visible-bulk-changes.ts';

/** What became of the keys of a bulk change, in the order of their ids. Throws `ResourceNotFound`. */
export class ListBulkEntries extends Query<Page<BulkEntryView>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly outcome: BulkOutcome | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

const valuesOf = (terms: StoredTerms | null): BulkEntryView['before'] =>
  terms && {
    ...(terms.status === undefined ? {} : { status: terms.status }),
    ...(terms.expiresAt === undefined ? {} : { expires_at: terms.expiresAt === null ? null : new Date(terms.expiresAt) }),
    ...(terms.limitActivations === undefined ? {} : { limit_activations: terms.limitActivations }),
    ...(terms.isTagged === undefined ? {} : { is_tagged: terms.isTagged }),
    ...(terms.limitUsage === undefined ? {} : { limit_usage: terms.limitUsage }),
  };

@QueryHandler(ListBulkEntries)
export class ListBulkEntriesHandler implements IQueryHandler<ListBulkEntries> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id, outcome, paging }: ListBulkEntries): Promise<Page<BulkEntryView>> {
    const change = await visibleBulkChanges(this.em, access.visible)
      .select('organization_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!change) throw new ResourceNotFound();
    const all = readDb<BulkChangeTables & LicensingTables>(this.em)
      .selectFrom('licensing.bulk_change_entries as e')
      .where('e.organization_id', '=', change.organization_id)
      .where('e.bulk_change_id', '=', id);
    const entries = outcome ? all.where('e.outcome', '=', outcome) : all;
    const [rows, { total }] = await Promise.all([
      entries
        .leftJoin('licensing.license_keys as k', (join) =>
          join.onRef('k.organization_id', '=', 'e.organization_id').onRef('k.id', '=', 'e.license_key_id'),
        )
        .select(['e.license_key_id', 'k.display_key', 'e.outcome', 'e.code', 'e.before', 'e.after'])
        .orderBy('e.license_key_id')
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      entries.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(({ before, after, ...row }) => ({ ...row, before: valuesOf(before), after: valuesOf(after) }));
    return toPage(items, Number(total), paging);
  }
}
