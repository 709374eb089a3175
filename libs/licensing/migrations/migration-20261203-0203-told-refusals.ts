import { Migration } from '@mikro-orm/migrations';

/** When it was last told that a limit of a key refused a device. One row for each key of which that was told. */
export class Migration20261203_0203_ToldRefusals extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.told_refusals (
        organization_id uuid not null,
        license_key_id uuid not null,
        told_at timestamptz(3) not null,
        primary key (organization_id, license_key_id)
      ) with (fillfactor = 50);
    `);
  }
}
