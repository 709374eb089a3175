import { Migration } from '@mikro-orm/migrations';

/**
 * Uses of keys, and refused ones, by the hour, the benefit and a detail: the version of the application, or the code of the refusal. Before
 * `key_uses_since` nothing of that is known.
 */
export class Migration20261209_0301_KeyUses extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.key_uses (
        organization_id uuid not null,
        kind text not null,
        hour timestamptz not null,
        benefit_id uuid not null,
        detail text not null,
        count bigint not null,
        constraint key_uses_pkey primary key (organization_id, kind, hour, benefit_id, detail)
      ) with (fillfactor = 50);
    `);
    this.addSql('create index key_uses_by_hour on licensing.key_uses (hour)');
    this.addSql(`
      create table licensing.key_uses_since (
        since timestamptz(3) not null,
        constraint key_uses_since_pkey primary key (since)
      );
    `);
    this.addSql('insert into licensing.key_uses_since values (now())');
  }
}
