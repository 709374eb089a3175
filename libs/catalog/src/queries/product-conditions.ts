import { type RawBuilder, sql } from 'kysely';
import type { MetadataFilter } from '#platform/http';

type Condition = RawBuilder<unknown>;

/** What products are looked for by, beside where they stand. Values of one filter are alternatives, different filters all have to match. */
export interface ProductMarks {
  readonly id?: readonly string[];
  /** Part of the name, in any case. */
  readonly query?: string;
  readonly benefit_id?: readonly string[];
  readonly metadata?: MetadataFilter;
}

/** Conditions that an index can answer: primary key, trigrams of the name, benefits, metadata. None where nothing was asked. */
export function conditionsFor({ id, query, benefit_id, metadata = [] }: ProductMarks): Condition[] {
  return [
    ...(id ? [sql`id = any(${id}::uuid[])`] : []),
    ...(query ? [sql`lower(name) like lower(${`%${escaped(query)}%`})`] : []),
    ...(benefit_id ? [sql`benefit_ids && array(${living(benefit_id)})`] : []),
    ...metadata.map(({ key, values }) => sql`(${contains(key, values)}) and metadata ->> ${key} = any(${values}::text[])`),
  ];
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** A deleted benefit may still be on the row, but it is no benefit of the product. */
const living = (ids: readonly string[]) =>
  sql`select id from catalog.benefits where id = any(${ids}::uuid[]) and deleted_at is null`;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A text stands for itself, and for the number or the boolean that is written like it. The index compares values, not how they are written. */
function contains(key: string, values: readonly string[]): Condition {
  const readings = values.flatMap((value) => {
    const bare = NUMBER.test(value) || value === 'true' || value === 'false';
    return [JSON.stringify(value), ...(bare ? [value] : [])];
  });
  return sql.join(
    readings.map((reading) => sql`metadata @> ${`{${JSON.stringify(key)}:${reading}}`}::jsonb`),
    sql` or `,
  );
}
