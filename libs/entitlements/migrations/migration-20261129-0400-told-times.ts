import { Migration } from '@mikro-orm/migrations';

/** When a payment provider told the last state that was applied. Null in what the last release writes. Rewrites no row. */
export class Migration20261129_0400_ToldTimes extends Migration {
  override up(): void {
    this.addSql('alter table entitlements.subscriptions add column provider_told_at timestamptz(3)');
    this.addSql('alter table entitlements.disputes add column provider_told_at timestamptz(3)');
  }
}
