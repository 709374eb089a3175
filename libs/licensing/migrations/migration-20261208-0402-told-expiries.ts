import { Migration } from '@mikro-orm/migrations';

/** When organizations were told of license keys that expire soon. */
export class Migration20261208_0402_ToldExpiries extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.told_expiries (
        organization_id uuid not null,
        told_at timestamptz(3) not null,
        told_until timestamptz(3) not null,
        constraint told_expiries_pkey primary key (organization_id)
      );
    `);
  }
}
