import { Migration } from '@mikro-orm/migrations';

/**
 * A credit may have an end and a priority. Then it has what usage has drawn from it (`drawn`) and, once it has ended, when that was; other
 * credits have null in these columns. `credits_drawn` is the usage that has drawn from the credits of a customer meter, and
 * `credits_end_at` the earliest end of them, as long as it has such credits. `is_separate` says that a
 * grant brings such credits.
 */
export class Migration20261206_0900_CreditsWithTerms extends Migration {
  override up(): void {
    this
      .addSql(`alter table metering.credits add column priority integer, add column expires_at timestamptz, add column drawn numeric,
      add column ended_at timestamptz, add column grant_id uuid`);
    this.addSql('alter table metering.crediting_grants add column is_separate boolean not null default false');
    this.addSql('alter table metering.customer_meters add column credits_drawn numeric, add column credits_end_at timestamptz');
  }
}
