import { Migration } from '@mikro-orm/migrations';

/**
 * Renames, without rewriting a row: a facet is one combination of archived, recurring and visibility, `product_counters` counts the
 * products of each; products are searched by tokens, which are digests within the organization.
 */
export class Migration20261122_1200_ProductCounters extends Migration {
  override up(): void {
    this.addSql(`
      alter table catalog.products rename column bought_at to first_sold_at;
      alter table catalog.products rename column shelf to facet;
      alter index catalog.products_on_shelf_by_creation rename to products_in_facet_by_creation;
      alter index catalog.products_on_shelf_by_name rename to products_in_facet_by_name;
      alter index catalog.products_on_shelf_by_price_rank rename to products_in_facet_by_price_rank;
      alter index catalog.products_on_shelf_by_price_amount rename to products_in_facet_by_price_amount;

      alter table catalog.shelves rename to product_counters;
      alter table catalog.product_counters rename column shelf to facet;
      alter index catalog.shelves_pkey rename to product_counters_pkey;

      alter function catalog.add_to_shelves() rename to count_added_products;
      create or replace function catalog.count_added_products() returns trigger language plpgsql as $$
      begin
        insert into catalog.product_counters (organization_id, facet, products)
        select organization_id, facet, count(*) from after where deleted_at is null group by 1, 2 order by 1, 2
        on conflict (organization_id, facet) do update set products = product_counters.products + excluded.products;
        return null;
      end $$;
      alter function catalog.move_between_shelves() rename to count_changed_products;
      create or replace function catalog.count_changed_products() returns trigger language plpgsql as $$
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

      alter function catalog.marks(uuid, text[]) rename to search_tokens;
      alter function catalog.grams(text) rename to trigrams;
      alter function catalog.longest_grams(text) rename to longest_trigrams;
      alter function catalog.pairs(jsonb) rename to metadata_tokens;
    `);
  }
}
