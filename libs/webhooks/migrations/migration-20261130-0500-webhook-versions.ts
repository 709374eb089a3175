import { Migration } from '@mikro-orm/migrations';

/** Rows of before, and those that the last release writes, are of the first version of the API. */
export class Migration20261130_0500_WebhookVersions extends Migration {
  override up(): void {
    this.addSql("alter table webhooks.endpoints add column api_version text not null default '2026-04'");
    this.addSql("alter table webhooks.deliveries add column api_version text not null default '2026-04'");
    this.addSql('alter table webhooks.events add column added_fields jsonb');
  }
}
