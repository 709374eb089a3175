import { Migration } from '@mikro-orm/migrations';

export class Migration20261122_2356_WebhookRetries extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhooks.pending_events
        add column failures integer not null default 0,
        add column next_attempt_at timestamptz(3);
    `);
  }
}
