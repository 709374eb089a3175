import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_1500_Downloads extends Migration {
  override up(): void {
    this.addSql(`
      create schema catalog;

      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;

      create function catalog.count_added_products() returns trigger
          language plpgsql
          as $$
      begin
        insert into catalog.product_counters (organization_id, facet, products)
        select organization_id, facet, count(*) from after where deleted_at is null group by 1, 2 order by 1, 2
        on conflict (organization_id, facet) do update set products = product_counters.products + excluded.products;
        return null;
      end $$;

      create function catalog.count_changed_products() returns trigger
          language plpgsql
          as $$
      begin
        insert into catalog.product_counters (organization_id, facet, products)
        select organization_id, facet, sum(difference) from (
          select organization_id, facet, 1 as difference from after where deleted_at is null
          union all
          select organization_id, facet, -1 from before where deleted_at is null
        ) as moved group by 1, 2 having sum(difference) <> 0 order by 1, 2
        on conflict (organization_id, facet) do update set products = product_counters.products + excluded.products;
        return null;
      end $$;

      create function catalog.longest_trigrams(part text) returns text[]
          language sql immutable strict parallel safe
          as $$
        select coalesce(array_agg(distinct substr(part, first, least(length(part), 3))), '{}')
        from generate_series(1, greatest(length(part) - 2, 1)) as first
      $$;

      create function catalog.metadata_tokens(metadata jsonb) returns text[]
          language sql immutable strict parallel safe
          as $$
        select coalesce(array_agg(key || '=' || value), '{}') from jsonb_each_text(metadata)
      $$;

      create function catalog.search_tokens(organization_id uuid, texts text[]) returns bigint[]
          language sql immutable strict parallel safe
          as $$
        select coalesce(array_agg(distinct hashtextextended(t, hashtextextended(organization_id::text, 0))), '{}')
        from unnest(texts) as t
      $$;

      create function catalog.trigrams(whole text) returns text[]
          language sql immutable strict parallel safe
          as $$
        select coalesce(array_agg(distinct substr(whole, first, size)), '{}')
        from generate_series(1, 3) as size, generate_series(1, length(whole) - size + 1) as first
      $$;

      create table catalog.benefits (
        id uuid not null,
        organization_id uuid not null,
        type text not null,
        description text not null,
        visibility text not null,
        selectable boolean default true not null,
        deletable boolean not null,
        properties jsonb not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        constraint benefits_pkey primary key (id)
      );
      create index benefits_by_age on catalog.benefits (organization_id, created_at, id) where (deleted_at is null);
      create index benefits_by_description on catalog.benefits (organization_id, description, id) where (deleted_at is null);
      create index benefits_by_meter on catalog.benefits (((properties ->> 'meter_id'::text))) where ((deleted_at is null) and ((properties ->> 'meter_id'::text) is not null));
      create index benefits_by_type on catalog.benefits (organization_id, type, id) where (deleted_at is null);
      create index benefits_with_typed_keys on catalog.benefits (organization_id) where ((deleted_at is null) and (((properties -> 'key_format'::text) -> 'accepts_typed_input'::text) = 'true'::jsonb));

      create table catalog.custom_fields (
        id uuid not null,
        organization_id uuid not null,
        type text not null,
        slug text not null,
        name text not null,
        properties jsonb not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        constraint custom_fields_pkey primary key (id)
      );
      create index custom_fields_by_creation on catalog.custom_fields (organization_id, created_at, id) where (deleted_at is null);
      create index custom_fields_by_name on catalog.custom_fields (organization_id, name, id) where (deleted_at is null);
      create index custom_fields_by_type on catalog.custom_fields (organization_id, type, id) where (deleted_at is null);
      create unique index custom_fields_slug on catalog.custom_fields (organization_id, slug) where (deleted_at is null);

      create table catalog.download_totals (
        benefit_id uuid not null,
        file_id uuid not null,
        organization_id uuid not null,
        downloads integer not null,
        downloaders integer not null,
        constraint download_totals_pkey primary key (benefit_id, file_id)
      );

      create table catalog.downloads (
        benefit_id uuid not null,
        file_id uuid not null,
        customer_id uuid not null,
        organization_id uuid not null,
        downloads integer not null,
        last_downloaded_at timestamptz not null,
        constraint downloads_pkey primary key (benefit_id, file_id, customer_id)
      );

      create table catalog.files (
        id uuid not null,
        organization_id uuid not null,
        service text not null,
        name text not null,
        version text,
        mime_type text not null,
        size integer not null,
        checksum_sha256 text,
        checksum_etag text,
        parts jsonb not null,
        uploaded_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        path text not null,
        constraint files_pkey primary key (id)
      );
      create index files_by_creation on catalog.files (organization_id, created_at, id) where (deleted_at is null);
      create index files_deleted on catalog.files (deleted_at) where (deleted_at is not null);
      create index files_unfinished on catalog.files (created_at) where ((uploaded_at is null) and (deleted_at is null));

      create table catalog.product_counters (
        organization_id uuid not null,
        facet smallint not null,
        products bigint not null,
        constraint product_counters_pkey primary key (organization_id, facet)
      );

      create table catalog.products (
        id uuid not null,
        organization_id uuid not null,
        name text not null,
        description text,
        visibility text not null,
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
        first_sold_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        facet smallint generated always as (((case when is_archived then 6 else 0 end + case when (recurring_interval is null) then 0 else 3 end) + case visibility when 'draft'::text then 0 when 'private'::text then 1 else 2 end)) stored not null,
        kept_benefits jsonb default '[]'::jsonb not null,
        constraint products_visibility_check check ((visibility = any (array['draft'::text, 'private'::text, 'public'::text]))),
        constraint products_pkey primary key (id)
      );
      create index products_by_creation on catalog.products (organization_id, created_at, id) where (deleted_at is null);
      create index products_by_name on catalog.products (organization_id, lower(name), id) where (deleted_at is null);
      create index products_by_price_amount on catalog.products (organization_id, price_amount, id) where (deleted_at is null);
      create index products_by_price_rank on catalog.products (organization_id, price_rank, id) where (deleted_at is null);
      create index products_in_facet_by_creation on catalog.products (organization_id, facet, created_at, id) where (deleted_at is null);
      create index products_in_facet_by_name on catalog.products (organization_id, facet, lower(name), id) where (deleted_at is null);
      create index products_in_facet_by_price_amount on catalog.products (organization_id, facet, price_amount, id) where (deleted_at is null);
      create index products_in_facet_by_price_rank on catalog.products (organization_id, facet, price_rank, id) where (deleted_at is null);
      create index products_with_benefit on catalog.products using gin (benefit_ids) where (deleted_at is null);
      create index products_with_metadata on catalog.products using gin (catalog.search_tokens(organization_id, catalog.metadata_tokens(metadata))) where (deleted_at is null);
      create index products_with_name on catalog.products using gin (catalog.search_tokens(organization_id, catalog.trigrams(lower(name)))) where (deleted_at is null);

      create table catalog.prices (
        id uuid not null,
        organization_id uuid not null,
        product_id uuid not null,
        "position" integer not null,
        currency text not null,
        tax_behavior text,
        terms jsonb not null,
        created_at timestamptz not null,
        archived_at timestamptz,
        constraint prices_pkey primary key (id),
        constraint prices_product_id_fkey foreign key (product_id) references catalog.products(id) deferrable initially deferred
      );
      create index prices_by_meter on catalog.prices (((terms ->> 'meter_id'::text))) where ((archived_at is null) and ((terms ->> 'meter_id'::text) is not null));
      create index prices_of_product on catalog.prices (product_id, "position") where (archived_at is null);

      create view catalog.offline_policies as
       select b.organization_id,
          b.id as benefit_id,
          (((b.properties -> 'offline'::text) ->> 'lease_seconds'::text))::integer as lease_seconds,
          (((b.properties -> 'offline'::text) ->> 'grace_seconds'::text))::integer as grace_seconds,
          (((b.properties -> 'offline'::text) ->> 'max_offline_devices'::text))::integer as max_offline_devices
         from catalog.benefits b
        where ((b.type = 'license_keys'::text) and (jsonb_typeof((b.properties -> 'offline'::text)) = 'object'::text));

      create trigger products_added after insert on catalog.products referencing new table as after for each statement execute function catalog.count_added_products();

      create trigger products_changed after update on catalog.products referencing old table as before new table as after for each statement execute function catalog.count_changed_products();
    `);
  }
}
