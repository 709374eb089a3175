import { Migration } from '@mikro-orm/migrations';

/**
 * What meters count of each subject, by quarter of an hour and by the day of arrival in UTC. Events up to `event_counting.counted_to` are in
 * it: of a meter in `usage_counting` those that were counted since it is there, and all of the days up to `day`; of a complete one all.
 */
export class Migration20261204_0210_UsageOfSubjects extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.usage_counting (
        organization_id uuid not null,
        meter_id uuid not null,
        day date not null default '-infinity',
        is_complete boolean not null default false,
        primary key (organization_id, meter_id)
      );

      create table metering.usage_of_subjects (
        organization_id uuid not null,
        meter_id uuid not null,
        subject_id uuid not null,
        bucket timestamptz not null,
        day date not null,
        events bigint not null,
        total numeric not null,
        lowest numeric,
        highest numeric,
        primary key (organization_id, meter_id, subject_id, bucket, day)
      );
    `);
  }
}
