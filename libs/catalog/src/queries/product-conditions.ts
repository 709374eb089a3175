import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';

/** What products are looked for by, beside where they stand. Values of one filter are alternatives, different filters all have to match. */
export interface ProductMarks {
  readonly id?: readonly string[];
  /** Part of the name, in any case. */
  readonly query?: string;
  readonly benefit_id?: readonly string[];
  readonly metadata?: MetadataFilter;
}

/** The same condition twice: as an index answers it, and as it is tried on a row that is there already. */
export interface Condition {
  readonly indexed: RawBuilder<unknown>;
  readonly tried: RawBuilder<unknown>;
}

/** None where nothing was asked. */
export const conditionsFor = ({ id, query, benefit_id, metadata = [] }: ProductMarks): Condition[] => [
  ...(id ? [byId(id)] : []),
  ...(query ? [byName(query)] : []),
  ...(benefit_id ? [byBenefit(benefit_id)] : []),
  ...metadata.map(({ key, values }) => byMetadata(key, values)),
];

const byId = (ids: readonly string[]): Condition => {
  const condition = sql`id = any(${ids}::uuid[])`;
  return { indexed: condition, tried: condition };
};

const byName = (part: string): Condition => ({
  indexed: sql`lower(name) like lower(${`%${part.replace(/[\\%_]/g, String.raw`\$&`)}%`})`,
  tried: sql`strpos(lower(name), lower(${part})) > 0`,
});

/** A deleted benefit may still be on the row, but it is no benefit of the product. */
function byBenefit(ids: readonly string[]): Condition {
  const living = sql`array(select id from catalog.benefits where id = any(${ids}::uuid[]) and deleted_at is null)`;
  return {
    indexed: sql`benefit_ids && ${living}`,
    tried: sql`exists (select from unnest(benefit_ids) as offered where offered = any(${living}))`,
  };
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A text stands for itself, and for the number or the boolean that is written like it. The index compares values, not how they are written. */
function byMetadata(key: string, values: readonly string[]): Condition {
  const tried = sql`metadata ->> ${key} = any(${values}::text[])`;
  const readings = values.flatMap((value) => {
    const isBare = NUMBER.test(value) || value === 'true' || value === 'false';
    return [JSON.stringify(value), ...(isBare ? [value] : [])];
  });
  const contains = readings.map((reading) => sql`metadata @> ${`{${JSON.stringify(key)}:${reading}}`}::jsonb`);
  return { tried, indexed: sql`(${sql.join(contains, sql` or `)}) and ${tried}` };
}
