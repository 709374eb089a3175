import { Migration } from '@mikro-orm/migrations';

/** After which event a grant last got another customer with its license key. Rewrites no row. */
export class Migration20261123_1215_TransferredGrants extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.benefit_grants add column transfer_event_id bigint not null default 0;');
  }
}
