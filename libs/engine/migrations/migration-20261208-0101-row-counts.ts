import { Migration } from '@mikro-orm/migrations';

/**
 * How many rows of large tables each organization has, by what lists filter. A context has a view that counts rows of a table by facets, and
 * triggers that record what a statement changes in these counts, in its transaction, whatever the statement is: also one of the last
 * release, an erasure or a merger. `counted` is the name of the view. Nobody waits for another: changes are rows of their own, which a
 * worker adds up. The rows of `uncounted_rows` have no counts until the worker has counted them.
 */
export class Migration20261208_0101_RowCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.row_counts (
        organization_id uuid not null,
        counted text not null,
        facet text collate "C" not null,
        rows bigint not null,
        primary key (organization_id, counted, facet)
      ) with (fillfactor = 70);
      create table platform.row_count_changes (
        organization_id uuid not null,
        id bigint generated always as identity,
        counted text not null,
        facets text[] not null,
        rows bigint not null,
        primary key (organization_id, id)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, parallel_workers = 0);
      create table platform.uncounted_rows (
        organization_id uuid not null,
        counted text not null,
        primary key (organization_id, counted)
      );
    `);
  }
}
