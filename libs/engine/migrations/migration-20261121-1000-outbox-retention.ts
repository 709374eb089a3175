import { Migration } from '@mikro-orm/migrations';

/** An index for deleting the events that were done first. */
export class Migration20261121_1000_OutboxRetention extends Migration {
  override up(): void {
    this.addSql('create index outbox_done on platform.outbox (done_at) where done_at is not null;');
  }
}
