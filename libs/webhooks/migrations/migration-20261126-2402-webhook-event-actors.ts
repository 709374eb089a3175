import { Migration } from '@mikro-orm/migrations';

/** Who caused a pending event. No row is rewritten. */
export class Migration20261126_2402_WebhookEventActors extends Migration {
  override up(): void {
    this.addSql('alter table webhooks.pending_events add column actor jsonb;');
  }
}
