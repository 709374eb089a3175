import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_2600_WebhookEnvelopes extends Migration {
  override up(): void {
    this.addSql("alter table webhooks.endpoints add column envelope text not null default 'standard'");
  }
}
