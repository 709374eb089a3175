import { Migration } from '@mikro-orm/migrations';

/** After which event a crediting grant got its customer, so that credits follow a purchase that changes hands in any order. */
export class Migration20261130_0701_MovedCredits extends Migration {
  override up(): void {
    this.addSql('alter table metering.crediting_grants add column transfer_event_id bigint not null default 0;');
  }
}
