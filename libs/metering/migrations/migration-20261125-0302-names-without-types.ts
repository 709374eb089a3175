import { Migration } from '@mikro-orm/migrations';

/**
 * The release before 0.2.0 stores names of events without their types. While it runs beside this one, a trigger adds them: it fires once
 * for each new name of an organization and shard.
 */
export class Migration20261125_0302_NamesWithoutTypes extends Migration {
  override up(): void {
    this.addSql(`
      create function metering.add_event_type() returns trigger language plpgsql as $$
        begin
          insert into metering.event_types (id, organization_id, name, label, created_at)
            select gen_random_uuid(), new.organization_id, new.name, new.name, least(new.first_seen, now())
            where not exists (select from metering.event_types t where t.organization_id = new.organization_id and t.name = new.name)
            on conflict (organization_id, name) do nothing;
          return null;
        end
      $$;
      create trigger event_names_have_types after insert on metering.event_names
        for each row when (new.source = 'user') execute function metering.add_event_type();

      insert into metering.event_types (id, organization_id, name, label, created_at)
        select gen_random_uuid(), organization_id, name, name, least(min(first_seen), now()) from metering.event_names
        where source = 'user' group by organization_id, name
        on conflict (organization_id, name) do nothing;
    `);
  }
}
