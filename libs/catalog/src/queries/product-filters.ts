import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';
import { metadataMatches } from '#engine/persistence';

/** The filters of products beside their facets. Values of one filter are alternatives; different filters are combined with AND. */
export interface ProductSearch {
  readonly id?: readonly string[];
  /** A part of the name; case-insensitive. */
  readonly query?: string;
  readonly benefit_id?: readonly string[];
  readonly metadata?: MetadataFilter;
}

type Organizations = readonly string[];

/** One condition in two forms: for an index scan over the products of the given organizations, and for a row that is already read. */
export interface Condition {
  readonly indexCondition: (organizations: Organizations) => RawBuilder<unknown>;
  readonly rowCondition: RawBuilder<unknown>;
}

/** One condition for each filter that is set. */
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

/**
 * Index entries contain the organization's id, so each organization needs its own index condition. Entries of different texts may
 * collide, so the row is checked too.
 */
const byToken = (
  rowCondition: RawBuilder<unknown>,
  indexConditionOf: (organization: RawBuilder<unknown>) => RawBuilder<unknown>,
): Condition => ({
  rowCondition,
  indexCondition: (organizations) => {
    if (organizations.length === 0) return sql`false`;
    const each = organizations.map((id) => indexConditionOf(sql`${id}::uuid`));
    return sql`(${sql.join(each, sql` or `)}) and ${rowCondition}`;
  },
});

const byName = (part: string): Condition =>
  byToken(
    sql`strpos(lower(name), lower(${part})) > 0`,
    (organization) =>
      sql`catalog.search_tokens(organization_id, catalog.trigrams(lower(name))) @> catalog.search_tokens(${organization}, catalog.longest_trigrams(lower(${part})))`,
  );

/** A product row may still list deleted benefits; they are ignored. */
function byBenefit(ids: readonly string[]): Condition {
  const existing = sql`array(select id from catalog.benefits where id = any(${ids}::uuid[]) and deleted_at is null)`;
  return {
    indexCondition: () => sql`benefit_ids && ${existing}`,
    rowCondition: sql`exists (select from unnest(benefit_ids) as offered where offered = any(${existing}))`,
  };
}

const byMetadata = (key: string, values: readonly string[]): Condition =>
  byToken(
    metadataMatches([{ key, values }]),
    (organization) =>
      sql`catalog.search_tokens(organization_id, catalog.metadata_tokens(metadata)) && catalog.search_tokens(${organization}, ${values.map((value) => `${key}=${value}`)}::text[])`,
  );
