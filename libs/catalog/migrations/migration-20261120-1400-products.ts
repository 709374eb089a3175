import { Migration } from '@mikro-orm/migrations';

/**
 * Every product stands on a shelf: archived or not, recurring or not, and its visibility give twelve of them. Lists of some
 * shelves are read shelf by shelf, each in the order of an index, and shelves know how many products they hold: so neither a
 * page nor a total costs more when there are more products. The triggers keep the counts, whoever writes, in the writer's own
 * transaction.
 * Names are found by their trigrams (pg_trgm), within the organization (btree_gin).
 */
export class Migration20261120_1400_Products extends Migration {
  override up(): void {
    this.addSql(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;

      create table catalog.products (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        description text,
        visibility text not null check (visibility in ('draft', 'private', 'public')),
        is_archived boolean not null,
        metadata jsonb not null,
        recurring_interval text,
        recurring_interval_count integer,
        trial_interval text,
        trial_interval_count integer,
        meter_interval text,
        meter_interval_count integer,
        benefit_ids uuid[] not null,
        media_ids uuid[] not null,
        custom_fields jsonb not null,
        price_rank smallint,
        price_amount integer,
        bought_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        shelf smallint not null generated always as (
          case when is_archived then 6 else 0 end
          + case when recurring_interval is null then 0 else 3 end
          + case visibility when 'draft' then 0 when 'private' then 1 else 2 end
        ) stored
      );
      create index products_by_creation on catalog.products (organization_id, created_at, id) where deleted_at is null;
      create index products_by_name on catalog.products (organization_id, lower(name), id) where deleted_at is null;
      create index products_by_price_rank on catalog.products (organization_id, price_rank, id) where deleted_at is null;
      create index products_by_price_amount on catalog.products (organization_id, price_amount, id) where deleted_at is null;
      create index products_on_shelf_by_creation on catalog.products (organization_id, shelf, created_at, id) where deleted_at is null;
      create index products_on_shelf_by_name on catalog.products (organization_id, shelf, lower(name), id) where deleted_at is null;
      create index products_on_shelf_by_price_rank on catalog.products (organization_id, shelf, price_rank, id) where deleted_at is null;
      create index products_on_shelf_by_price_amount on catalog.products (organization_id, shelf, price_amount, id) where deleted_at is null;
      create index products_with_benefit on catalog.products using gin (benefit_ids) where deleted_at is null;
      create index products_with_metadata on catalog.products using gin (organization_id, metadata jsonb_path_ops)
        where deleted_at is null;
      create index products_with_name on catalog.products using gin (organization_id, lower(name) gin_trgm_ops)
        where deleted_at is null;

      create table catalog.shelves (
        organization_id uuid not null,
        shelf smallint not null,
        products bigint not null,
        primary key (organization_id, shelf)
      );
      create function catalog.add_to_shelves() returns trigger language plpgsql as $$
      begin
        insert into catalog.shelves (organization_id, shelf, products)
        select organization_id, shelf, count(*) from after where deleted_at is null group by 1, 2 order by 1, 2
        on conflict (organization_id, shelf) do update set products = shelves.products + excluded.products;
        return null;
      end $$;
      create function catalog.move_between_shelves() returns trigger language plpgsql as $$
      begin
        insert into catalog.shelves (organization_id, shelf, products)
        select organization_id, shelf, sum(difference) from (
          select organization_id, shelf, 1 as difference from after where deleted_at is null
          union all
          select organization_id, shelf, -1 from before where deleted_at is null
        ) as moved group by 1, 2 having sum(difference) <> 0 order by 1, 2
        on conflict (organization_id, shelf) do update set products = shelves.products + excluded.products;
        return null;
      end $$;
      create trigger products_added after insert on catalog.products
        referencing new table as after for each statement execute function catalog.add_to_shelves();
      create trigger products_changed after update on catalog.products
        referencing old table as before new table as after for each statement execute function catalog.move_between_shelves();

      create table catalog.prices (
        id uuid primary key,
        organization_id uuid not null,
        product_id uuid not null references catalog.products deferrable initially deferred,
        position integer not null,
        currency text not null,
        tax_behavior text,
        terms jsonb not null,
        created_at timestamptz not null,
        archived_at timestamptz
      );
      create index prices_of_product on catalog.prices (product_id, position) where archived_at is null;
    `);
  }
}
