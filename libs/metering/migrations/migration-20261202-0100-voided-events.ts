import { Migration } from '@mikro-orm/migrations';

/**
 * Events can be voided: meters and figures leave them out. A merged subject may have been in a billing window of its own, before which its
 * events are not counted for the customer that it was merged into. Meters may go by the time of events instead of their arrival, and a
 * grant may credit more units than an integer has.
 */
export class Migration20261202_0100_VoidedEvents extends Migration {
  override up(): void {
    this.addSql('alter table metering.events add column voided_at timestamptz');
    this.addSql("alter table metering.meters add column late_events text not null default 'arrival'");
    this.addSql('alter table metering.crediting_grants add column large_units double precision');
    this.addSql(`
      create table metering.merged_windows (
        subject_id uuid not null,
        meter_id uuid not null,
        window_start timestamptz not null,
        primary key (subject_id, meter_id)
      );

      create or replace view metering.usage_figures as
        select e.organization_id, e.timestamp, e.ingested_at, coalesce(s.merged_into, s.id) as user_id, s.customer_id, e.metadata,
          case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end as cost
        from metering.events e join metering.subjects s on s.organization_id = e.organization_id and s.id = e.subject_id
        where e.source = 'user' and e.voided_at is null;
    `);
  }
}
