import { Migration } from '@mikro-orm/migrations';

/**
 * How many events there are of each subject, by the month of their arrival and by name, and of each organization, by quarter of an hour.
 * The worker counts events in the order of their positions, so it also counts those that the last release stores. `counted_to` is the
 * position of the last one.
 */
export class Migration20261204_0200_EventCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.event_counting (
        is_only boolean primary key default true check (is_only),
        counted_to bigint not null default 0
      );
      insert into metering.event_counting default values;

      create table metering.event_counts_of_subjects (
        organization_id uuid not null,
        subject_id uuid not null,
        month date not null,
        name text not null,
        source text not null,
        occurrences bigint not null,
        child_occurrences bigint not null,
        first_seen timestamptz not null,
        last_seen timestamptz not null,
        root_first_seen timestamptz,
        root_last_seen timestamptz,
        primary key (organization_id, subject_id, month, name, source)
      );

      create table metering.event_counts_of_times (
        organization_id uuid not null,
        bucket timestamptz not null,
        month date not null,
        occurrences bigint not null,
        primary key (organization_id, bucket, month)
      );
    `);
  }
}
