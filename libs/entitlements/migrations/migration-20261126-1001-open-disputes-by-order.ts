import { Migration } from '@mikro-orm/migrations';

/** `open_disputes` has replaced it. */
export class Migration20261126_1001_OpenDisputesByOrder extends Migration {
  override up(): void {
    this.addSql('drop index if exists entitlements.disputes_open');
  }
}
