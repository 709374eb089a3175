import { Migration } from '@mikro-orm/migrations';

/**
 * Strings for future keys. The digests of an entry are in `key_strings` from the beginning, so that no key gets its string; the key
 * that is issued with the entry gets its id. The string itself is encrypted, and erased here once a key has it.
 */
export class Migration20261124_0300_KeyPools extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.key_pools (
        organization_id uuid not null,
        id uuid not null,
        benefit_id uuid not null,
        name text not null,
        low_threshold integer not null,
        available integer not null check (available >= 0),
        claimed integer not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        primary key (organization_id, id)
      );
      create unique index key_pools_by_benefit on licensing.key_pools (organization_id, benefit_id);
      create index key_pools_by_age on licensing.key_pools (organization_id, created_at, id);

      create table licensing.pool_entries (
        organization_id uuid not null,
        id uuid not null,
        pool_id uuid not null,
        position bigint generated always as identity,
        encrypted_key bytea,
        display_key text not null,
        created_at timestamptz not null,
        claimed_at timestamptz,
        primary key (organization_id, id)
      );
      create index pool_entries_free on licensing.pool_entries (organization_id, pool_id, position) where claimed_at is null;
      create index pool_entries_by_pool on licensing.pool_entries (organization_id, pool_id, position);

      create table licensing.waiting_grants (
        organization_id uuid not null,
        grant_id uuid not null,
        pool_id uuid not null,
        since timestamptz not null,
        primary key (organization_id, grant_id)
      );
      create index waiting_grants_by_pool on licensing.waiting_grants (organization_id, pool_id, since, grant_id);
    `);
  }
}
