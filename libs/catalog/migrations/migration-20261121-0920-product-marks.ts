import { Migration } from '@mikro-orm/migrations';

/**
 * What products are looked for by, as marks: digests of a text within an organization. An index that has the organization as a
 * column of its own would go through all of its products beside those that match; and whatever is found is tried on the row.
 */
export class Migration20261121_0920_ProductMarks extends Migration {
  override up(): void {
    this.addSql(`
      create function catalog.marks(organization_id uuid, texts text[]) returns bigint[]
      language sql immutable strict parallel safe as $$
        select coalesce(array_agg(distinct hashtextextended(t, hashtextextended(organization_id::text, 0))), '{}')
        from unnest(texts) as t
      $$;
      create function catalog.grams(whole text) returns text[] language sql immutable strict parallel safe as $$
        select coalesce(array_agg(distinct substr(whole, first, size)), '{}')
        from generate_series(1, 3) as size, generate_series(1, length(whole) - size + 1) as first
      $$;
      create function catalog.longest_grams(part text) returns text[] language sql immutable strict parallel safe as $$
        select coalesce(array_agg(distinct substr(part, first, least(length(part), 3))), '{}')
        from generate_series(1, greatest(length(part) - 2, 1)) as first
      $$;
      create function catalog.pairs(metadata jsonb) returns text[] language sql immutable strict parallel safe as $$
        select coalesce(array_agg(key || '=' || value), '{}') from jsonb_each_text(metadata)
      $$;
      drop index catalog.products_with_metadata;
      drop index catalog.products_with_name;
      create index products_with_metadata on catalog.products
        using gin (catalog.marks(organization_id, catalog.pairs(metadata))) where deleted_at is null;
      create index products_with_name on catalog.products
        using gin (catalog.marks(organization_id, catalog.grams(lower(name)))) where deleted_at is null;
    `);
  }
}
