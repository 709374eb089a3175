import { Migration } from '@mikro-orm/migrations';

/** Strings of the seller's own, encrypted, until the keys of the purchase are issued. */
export class Migration20261122_2020_ReservedKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.reserved_keys (
        organization_id uuid not null,
        purchase_id uuid not null,
        benefit_id uuid not null,
        encrypted_key bytea not null,
        primary key (organization_id, purchase_id, benefit_id)
      );
    `);
  }
}
