import { Migration } from '@mikro-orm/migrations';

/** Renames tables, columns and indexes, without rewriting a row. A usage bucket holds what a meter counted in 15 minutes. */
export class Migration20261122_1200_UsageBuckets extends Migration {
  override up(): void {
    this.addSql(`
      alter table metering.quarters rename to usage_buckets;
      alter table metering.usage_buckets rename column quarter to bucket;
      alter index metering.quarters_pkey rename to usage_buckets_pkey;

      alter table metering.standings rename to customer_meter_rankings;
      alter index metering.standings_pkey rename to customer_meter_rankings_pkey;
      alter index metering.standings_by_modification rename to customer_meter_rankings_by_modification;
      alter index metering.standings_by_consumption rename to customer_meter_rankings_by_consumption;
      alter index metering.standings_by_balance rename to customer_meter_rankings_by_balance;

      alter table metering.windows rename to billing_windows;
      alter index metering.windows_pkey rename to billing_windows_pkey;

      alter table metering.backlogs rename to backfills;
      alter index metering.backlogs_pkey rename to backfills_pkey;
      alter index metering.backlogs_of_meter rename to backfills_of_meter;
      alter sequence metering.backlogs_id_seq rename to backfills_id_seq;
      alter table metering.backfills rename constraint backlogs_meter_id_fkey to backfills_meter_id_fkey;
    `);
  }
}
