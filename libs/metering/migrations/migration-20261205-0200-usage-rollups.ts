import { Migration } from '@mikro-orm/migrations';

/**
 * What metrics add up of ingested events: costs by quarter of an hour, and who was active on which day in UTC, both also by the month of
 * arrival. The worker adds events in the order of their positions; `summed_to` is the position of the last one.
 */
export class Migration20261205_0200_UsageRollups extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.usage_summing (
        is_only boolean primary key default true check (is_only),
        summed_to bigint not null default 0
      );
      insert into metering.usage_summing default values;

      create table metering.cost_rollups (
        organization_id uuid not null,
        bucket timestamptz not null,
        month date not null,
        cost numeric not null,
        primary key (organization_id, bucket, month)
      );

      create table metering.active_days (
        organization_id uuid not null,
        day date not null,
        subject_id uuid not null,
        month date not null,
        events bigint not null,
        primary key (organization_id, day, subject_id, month)
      );

      create or replace view metering.usage_figures as
        select e.organization_id, e.timestamp, e.ingested_at, coalesce(s.merged_into, s.id) as user_id, s.customer_id, e.metadata,
          case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end as cost, e.seq
        from metering.events e join metering.subjects s on s.organization_id = e.organization_id and s.id = e.subject_id
        where e.source = 'user' and e.voided_at is null;

      create view metering.cost_figures as
        select organization_id, timestamp, ingested_at, seq, (metadata #>> '{_cost,amount}')::numeric as cost
        from metering.events where source = 'user' and voided_at is null and jsonb_typeof(metadata #> '{_cost,amount}') = 'number';

      create view metering.active_users as
        select a.organization_id, a.day, coalesce(s.merged_into, s.id) as user_id
        from metering.active_days a join metering.subjects s on s.organization_id = a.organization_id and s.id = a.subject_id
        where a.events > 0;
    `);
  }
}
