import { Migration } from '@mikro-orm/migrations';

/**
 * Orders and subscriptions, in all, by status and by product, and benefit grants by whether they are granted, and so by benefit. A coordinator of
 * Citus counts nothing.
 */
export class Migration20261208_0106_CountedPurchases extends Migration {
  override up(): void {
    this.addSql(`
      create function entitlements.facets_of_orders(status text, product_id uuid, further_product_ids jsonb) returns text[]
        language sql immutable parallel safe return
          array['all', 'status ' || status] || array(
            select 'product ' || id from (select product_id::text as id union
              select jsonb_array_elements_text(case jsonb_typeof(further_product_ids) when 'array' then further_product_ids else '[]' end)) as products);

      create view entitlements.counted_orders as
        select organization_id, entitlements.facets_of_orders(status, product_id, further_product_ids) as facets, count(*) as rows
        from entitlements.orders group by organization_id, status, product_id, further_product_ids;

      create function entitlements.count_orders() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows)
            select organization_id, 'entitlements.counted_orders', entitlements.facets_of_orders(status, product_id, further_product_ids),
              case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed group by organization_id, status, product_id, further_product_ids;
          return null;
        end
      $$;
      create function entitlements.count_changed_order() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows) values
            (old.organization_id, 'entitlements.counted_orders', entitlements.facets_of_orders(old.status, old.product_id, old.further_product_ids), -1),
            (new.organization_id, 'entitlements.counted_orders', entitlements.facets_of_orders(new.status, new.product_id, new.further_product_ids), 1);
          return null;
        end
      $$;

      create view entitlements.counted_subscriptions as
        select organization_id, array['all', 'status ' || status, 'product ' || product_id] as facets, count(*) as rows
        from entitlements.subscriptions group by organization_id, status, product_id;

      create function entitlements.count_subscriptions() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows)
            select organization_id, 'entitlements.counted_subscriptions', array['all', 'status ' || status, 'product ' || product_id],
              case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed group by organization_id, status, product_id;
          return null;
        end
      $$;
      create function entitlements.count_changed_subscription() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows) values
            (old.organization_id, 'entitlements.counted_subscriptions', array['all', 'status ' || old.status, 'product ' || old.product_id], -1),
            (new.organization_id, 'entitlements.counted_subscriptions', array['all', 'status ' || new.status, 'product ' || new.product_id], 1);
          return null;
        end
      $$;

      create function entitlements.is_granted(granted_at timestamptz, brings_license_key boolean, properties jsonb) returns boolean
        language sql immutable parallel safe return
          granted_at is not null and (not brings_license_key or properties ->> 'license_key_id' is not null);

      create function entitlements.facets_of_grants(benefit_id uuid, is_granted boolean) returns text[] language sql immutable parallel safe return
        case when is_granted then array['granted', benefit_id || ' granted'] else array['not granted', benefit_id || ' not granted'] end;

      create view entitlements.counted_grants as
        select organization_id, entitlements.facets_of_grants(benefit_id, entitlements.is_granted(granted_at, brings_license_key, properties)) as facets, count(*) as rows
        from entitlements.benefit_grants group by organization_id, benefit_id, entitlements.is_granted(granted_at, brings_license_key, properties);

      create function entitlements.count_grants() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows)
            select organization_id, 'entitlements.counted_grants', entitlements.facets_of_grants(benefit_id, entitlements.is_granted(granted_at, brings_license_key, properties)),
              case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed group by organization_id, benefit_id, entitlements.is_granted(granted_at, brings_license_key, properties);
          return null;
        end
      $$;
      create function entitlements.count_changed_grant() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows) values
            (old.organization_id, 'entitlements.counted_grants', entitlements.facets_of_grants(old.benefit_id, entitlements.is_granted(old.granted_at, old.brings_license_key, old.properties)), -1),
            (new.organization_id, 'entitlements.counted_grants', entitlements.facets_of_grants(new.benefit_id, entitlements.is_granted(new.granted_at, new.brings_license_key, new.properties)), 1);
          return null;
        end
      $$;
    `);
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          create trigger added_orders_are_counted after insert on entitlements.orders
            referencing new table as changed for each statement execute function entitlements.count_orders();
          create trigger deleted_orders_are_counted after delete on entitlements.orders
            referencing old table as changed for each statement execute function entitlements.count_orders();
          create trigger changed_orders_are_counted after update of status, product_id, further_product_ids on entitlements.orders
            for each row when (row(old.status, old.product_id, old.further_product_ids)
              is distinct from row(new.status, new.product_id, new.further_product_ids)) execute function entitlements.count_changed_order();
          create trigger added_subscriptions_are_counted after insert on entitlements.subscriptions
            referencing new table as changed for each statement execute function entitlements.count_subscriptions();
          create trigger deleted_subscriptions_are_counted after delete on entitlements.subscriptions
            referencing old table as changed for each statement execute function entitlements.count_subscriptions();
          create trigger changed_subscriptions_are_counted after update of status, product_id on entitlements.subscriptions
            for each row when (row(old.status, old.product_id) is distinct from row(new.status, new.product_id)) execute function entitlements.count_changed_subscription();
          create trigger added_grants_are_counted after insert on entitlements.benefit_grants
            referencing new table as changed for each statement execute function entitlements.count_grants();
          create trigger deleted_grants_are_counted after delete on entitlements.benefit_grants
            referencing old table as changed for each statement execute function entitlements.count_grants();
          create trigger changed_grants_are_counted after update of benefit_id, granted_at, brings_license_key, properties
            on entitlements.benefit_grants
            for each row when (row(old.benefit_id, entitlements.is_granted(old.granted_at, old.brings_license_key, old.properties))
              is distinct from row(new.benefit_id, entitlements.is_granted(new.granted_at, new.brings_license_key, new.properties))) execute function entitlements.count_changed_grant();
        end
      $$;
    `);
  }
}
