import { Migration } from '@mikro-orm/migrations';

/**
 * What Citus needs if usage is divided among its nodes. A node computes what is left of an erased event, so that is a function without side
 * effects: of an event that was ingested, numbers, truth values and costs, and all but the texts of a call of a language model; of one
 * about the customer, the names of the fields that were changed. The view compares the organizations of events and subjects.
 */
export class Migration20261130_0100_UsageOnNodes extends Migration {
  override up(): void {
    this.addSql(`
      create function metering.erased_metadata(source text, metadata jsonb) returns jsonb language sql immutable parallel safe as $$
        select case source
          when 'user' then coalesce((
            select jsonb_object_agg(key, case key when '_llm' then value - 'prompt' - 'response' else value end)
            from jsonb_each(metadata) where jsonb_typeof(value) in ('number', 'boolean') or key in ('_cost', '_llm')
          ), '{}')
          else metadata - '{customer_email,customer_name,customer_external_id}'::text[]
            || case jsonb_typeof(metadata -> 'updated_fields') when 'object' then jsonb_build_object('updated_fields',
              (select coalesce(jsonb_agg(field), '[]') from jsonb_object_keys(metadata -> 'updated_fields') as field)) else '{}' end
        end
      $$;

      create or replace view metering.usage_figures as
        select e.organization_id, e.timestamp, e.ingested_at, coalesce(s.merged_into, s.id) as user_id, s.customer_id, e.metadata,
          case when jsonb_typeof(e.metadata #> '{_cost,amount}') = 'number' then (e.metadata #>> '{_cost,amount}')::numeric end as cost
        from metering.events e join metering.subjects s on s.organization_id = e.organization_id and s.id = e.subject_id
        where e.source = 'user';
    `);
  }
}
