import { Migration } from '@mikro-orm/migrations';

/**
 * Event types, and what is known of events without a parent. The events with a parent are counted before the table of names is
 * locked, by their links: that takes as long as there are such events. What arrives meanwhile counts as an event without a parent.
 */
export class Migration20261124_0600_EventTypes extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.event_types (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        label text not null,
        label_property_selector text,
        created_at timestamptz not null,
        modified_at timestamptz,
        unique (organization_id, name)
      );

      create temporary table child_counts on commit drop as
        select e.organization_id, e.name, e.source, count(*) as number
        from (select distinct organization_id, child_id from metering.event_links) as l
        join metering.event_ids i on i.id = l.child_id and i.organization_id = l.organization_id
        join metering.events e on e.organization_id = i.organization_id and e.ingested_at = i.ingested_at and e.seq = i.seq
        group by 1, 2, 3;

      insert into metering.event_types (id, organization_id, name, label, created_at)
        select gen_random_uuid(), organization_id, name, name, least(min(first_seen), now()) from metering.event_names
        where source = 'user' group by organization_id, name;

      alter table metering.event_names
        add column child_occurrences bigint not null default 0,
        add column root_first_seen timestamptz,
        add column root_last_seen timestamptz;
      update metering.event_names n set root_first_seen = first_seen, root_last_seen = last_seen
        where not exists (
          select from child_counts c where c.organization_id = n.organization_id and c.name = n.name and c.source = n.source
        );
      update metering.event_names n
        set child_occurrences = case when n.shard = t.first_shard then t.children else 0 end,
          root_first_seen = case when t.children < t.occurrences then n.first_seen end,
          root_last_seen = case when t.children < t.occurrences then n.last_seen end
        from (
          select organization_id, name, source, min(shard) as first_shard, sum(occurrences) as occurrences, min(number) as children
          from metering.event_names join child_counts using (organization_id, name, source) group by 1, 2, 3
        ) as t
        where n.organization_id = t.organization_id and n.name = t.name and n.source = t.source;

      create view metering.usage_figures as
        select e.organization_id, e.timestamp, e.ingested_at, coalesce(s.merged_into, s.id) as user_id, s.customer_id, e.metadata,
          case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end as cost
        from metering.events e join metering.subjects s on s.id = e.subject_id where e.source = 'user';
    `);
  }
}
