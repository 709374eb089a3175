import { Migration } from '@mikro-orm/migrations';

/**
 * How many were bought, which of them a grant stands for, and which license key a purchase renews. Rewrites no row: what was stored
 * before stands for one.
 */
export class Migration20261126_1300_Quantities extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.orders add column renews_license_key_id uuid;');
    this.addSql(`
      alter table entitlements.subscriptions
        add column quantity integer not null default 1,
        add column renews_license_key_id uuid;
    `);
    this.addSql(`
      alter table entitlements.benefit_grants
        add column quantity integer not null default 1,
        add column ordinal integer,
        add column renews_license_key_id uuid,
        add column quantity_revision integer not null default 0;
    `);
  }
}
