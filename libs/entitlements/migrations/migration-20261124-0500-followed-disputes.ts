import { Migration } from '@mikro-orm/migrations';

/** Disputes that a payment provider reports. Rewrites no row. */
export class Migration20261124_0500_FollowedDisputes extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.disputes add column provider_revision integer;');
  }
}
