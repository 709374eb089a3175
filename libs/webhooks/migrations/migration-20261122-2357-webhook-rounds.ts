import { Migration } from '@mikro-orm/migrations';

export class Migration20261122_2357_WebhookRounds extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks.endpoints add column round integer not null default 0;
      alter table webhooks.deliveries add column round integer not null default 0;
      create table webhooks.skipping (endpoint_id uuid primary key);
    `);
  }
}
