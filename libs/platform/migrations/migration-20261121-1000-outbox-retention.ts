import { Migration } from '@mikro-orm/migrations';

/** What was dealt with longest ago is found without looking at the rest. */
export class Migration20261121_1000_OutboxRetention extends Migration {
  override up(): void {
    this.addSql('create index outbox_done on platform.outbox (done_at) where done_at is not null;');
  }
}
