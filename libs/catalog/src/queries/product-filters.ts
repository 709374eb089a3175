import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';

/** What products are looked for by, beside where they stand. Values of one filter are alternatives, different filters all have to match. */
export interface ProductSearch {
  readonly id?: readonly string[];
  /** Part of the name, in any case. */
  readonly query?: string;
  readonly benefit_id?: readonly string[];
  readonly metadata?: MetadataFilter;
}

type Organizations = readonly string[];

/** The same condition twice: as an index answers it, of products of these organizations, and as it is tried on a row that is there already. */
export interface Condition {
  readonly indexCondition: (organizations: Organizations) => RawBuilder<unknown>;
  readonly rowCondition: RawBuilder<unknown>;
}

/** None where nothing was asked. */
export const conditionsFor = ({ id, query, benefit_id, metadata = [] }: ProductSearch): Condition[] => [
  ...(id ? [byId(id)] : []),
  ...(query ? [byName(query)] : []),
  ...(benefit_id ? [byBenefit(benefit_id)] : []),
  ...metadata.map(({ key, values }) => byMetadata(key, values)),
];

const byId = (ids: readonly string[]): Condition => {
  const condition = sql`id = any(${ids}::uuid[])`;
  return { indexCondition: () => condition, rowCondition: condition };
};

/** Marks are of one organization: what several have is asked for each. What has the marks is tried: they may be of other texts. */
const marked = (tried: RawBuilder<unknown>, inOne: (organization: RawBuilder<unknown>) => RawBuilder<unknown>): Condition => ({
  rowCondition: tried,
  indexCondition: (organizations) => {
    if (organizations.length === 0) return sql`false`;
    const each = organizations.map((id) => inOne(sql`${id}::uuid`));
    return sql`(${sql.join(each, sql` or `)}) and ${tried}`;
  },
});

const byName = (part: string): Condition =>
  marked(
    sql`strpos(lower(name), lower(${part})) > 0`,
    (organization) =>
      sql`catalog.marks(organization_id, catalog.grams(lower(name))) @> catalog.marks(${organization}, catalog.longest_grams(lower(${part})))`,
  );

/** A deleted benefit may still be on the row, but it is no benefit of the product. */
function byBenefit(ids: readonly string[]): Condition {
  const living = sql`array(select id from catalog.benefits where id = any(${ids}::uuid[]) and deleted_at is null)`;
  return {
    indexCondition: () => sql`benefit_ids && ${living}`,
    rowCondition: sql`exists (select from unnest(benefit_ids) as offered where offered = any(${living}))`,
  };
}

/** Numbers and booleans are told by how they are written. */
const byMetadata = (key: string, values: readonly string[]): Condition =>
  marked(
    sql`metadata ->> ${key} = any(${values}::text[])`,
    (organization) =>
      sql`catalog.marks(organization_id, catalog.pairs(metadata)) && catalog.marks(${organization}, ${values.map((value) => `${key}=${value}`)}::text[])`,
  );
