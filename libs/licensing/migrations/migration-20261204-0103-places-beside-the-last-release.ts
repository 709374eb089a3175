import { Migration } from '@mikro-orm/migrations';

/**
 * The release before 0.2.0 counts each activation as a place, so it frees the place of a device when one of its installations ends. While it
 * runs beside this one, a trigger counts the place again, unless it was that of the last one. That release does not write `modified_at`; of
 * a node-locked key it leaves the count as it is if a lease of the activation is held. Of several installations that end in one
 * transaction, the one with the greatest ID stands for the place. Tables that are divided by organization have no triggers: the last
 * release cannot divide them, so it does not run beside them.
 */
export class Migration20261204_0103_PlacesBesideTheLastRelease extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function licensing.count_shared_place() returns trigger language plpgsql as $$
        begin
          update licensing.license_keys k set activation_count = k.activation_count + 1
            where k.organization_id = new.organization_id and k.id = new.license_key_id
              and exists (select from licensing.activations o
                where o.organization_id = new.organization_id and o.license_key_id = new.license_key_id and o.id <> new.id
                  and (o.id = coalesce(new.place_id, new.id) or o.place_id = coalesce(new.place_id, new.id))
                  and (o.deactivated_at is null
                    or (o.id > new.id and o.modified_at is null and o.xmin = pg_current_xact_id()::xid)))
              and (k.policy -> 'floating' is not null or not exists (select from licensing.leases l
                where l.organization_id = new.organization_id and l.activation_id = new.id
                  and l.returned_at is null and l.held_until > now()));
          return null;
        end
      $$;
    `);
    this.addSql(`
      do $$
        begin
          if to_regclass('pg_catalog.pg_dist_partition') is not null then
            if exists (select from pg_dist_partition where logicalrelid = 'licensing.activations'::regclass) then return; end if;
          end if;
          create trigger activations_share_places after update of deactivated_at on licensing.activations
            for each row when (old.deactivated_at is null and new.deactivated_at is not null
              and new.modified_at is not distinct from old.modified_at)
            execute function licensing.count_shared_place();
        end
      $$;
    `);
  }
}
