import { Migration } from '@mikro-orm/migrations';

/**
 * The chain of the entries of each organization. It begins with the entries that are written from now on; `chaining` says up to which entry
 * of all organizations there are links.
 */
export class Migration20261205_0700_AuditChain extends Migration {
  override up(): void {
    this.addSql(`
      create schema audit;

      create table audit.chaining (
        is_only boolean primary key default true check (is_only),
        since timestamptz not null default clock_timestamp(),
        created_at timestamptz not null default clock_timestamp(),
        entry_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      );
      insert into audit.chaining default values;

      create table audit.links (
        organization_id uuid not null,
        created_at timestamptz not null,
        entry_id uuid not null,
        position bigint not null,
        previous bytea,
        values_digest bytea not null,
        digest bytea not null,
        primary key (organization_id, created_at, entry_id)
      );
      -- Finds what the worker deletes, as in the audit log.
      create index links_created on audit.links using brin (created_at);

      create table audit.heads (
        organization_id uuid primary key,
        created_at timestamptz not null,
        position bigint not null,
        digest bytea not null
      );
    `);
  }
}
