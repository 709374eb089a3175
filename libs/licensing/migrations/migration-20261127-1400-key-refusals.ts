import { Migration } from '@mikro-orm/migrations';

/** How often uses of a key were refused, by operation and code. API processes add up their counts every few seconds. */
export class Migration20261127_1400_KeyRefusals extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.key_refusals (
        organization_id uuid not null,
        license_key_id uuid not null,
        operation text not null,
        code text not null,
        id uuid not null,
        count bigint not null,
        last_at timestamptz(3) not null,
        primary key (organization_id, license_key_id, operation, code)
      ) with (fillfactor = 50);
    `);
  }
}
