import { Migration } from '@mikro-orm/migrations';

/** Subscriptions from before it keep the meters that go with their periods. */
export class Migration20261121_0940_MeterPeriods extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.subscriptions
        add column meter_interval text,
        add column meter_interval_count integer,
        add column current_meter_period_start timestamptz,
        add column current_meter_period_end timestamptz;
      create index subscriptions_meters_due on entitlements.subscriptions (current_meter_period_end)
        where current_meter_period_end is not null and status <> 'canceled';
    `);
  }
}
