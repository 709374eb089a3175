import { Migration } from '@mikro-orm/migrations';

/** Customers that are not deleted. Tables that Citus divides have no triggers. */
export class Migration20261208_0104_CountedCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create view customer_portal.counted_customers as
        select organization_id, array['all'] as facets, count(*) as rows
        from customer_portal.customers where deleted_at is null group by organization_id;

      create function customer_portal.count_customers() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows)
            select organization_id, 'customer_portal.counted_customers', array['all'],
              case tg_op when 'INSERT' then count(*) else -count(*) end
            from changed where deleted_at is null group by organization_id;
          return null;
        end
      $$;
      create function customer_portal.count_changed_customer() returns trigger language plpgsql as $$
        begin
          insert into platform.row_count_changes (organization_id, counted, facets, rows) values
            (new.organization_id, 'customer_portal.counted_customers', array['all'], case when new.deleted_at is null then 1 else -1 end);
          return null;
        end
      $$;
    `);
    this.addSql(`
      do $$
        begin
          if exists (select from pg_extension where extname = 'citus') then return; end if;
          create trigger added_customers_are_counted after insert on customer_portal.customers
            referencing new table as changed for each statement execute function customer_portal.count_customers();
          create trigger deleted_customers_are_counted after delete on customer_portal.customers
            referencing old table as changed for each statement execute function customer_portal.count_customers();
          create trigger changed_customers_are_counted after update of deleted_at on customer_portal.customers
            for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function customer_portal.count_changed_customer();
        end
      $$;
    `);
  }
}
