import { withDefault, type Field, integer, type Issue, prefixPath, oneOf, text } from '#platform/wire';

/** The query string as Fastify parses it: flat names, a repeated name gives a list. */
export type RawQuery = { readonly [name: string]: string | readonly string[] | undefined };

/** A query parameter that may be repeated, or is spread over several names. */
interface CollectedField<T> extends Field<T> {
  collect(query: RawQuery, name: string): unknown;
}

const isCollected = (field: Field<unknown>): field is CollectedField<unknown> => 'collect' in field;

const all = (value: RawQuery[string]): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** What the query says of one parameter; of a repeated scalar the last one counts. */
export const rawParameter = (field: Field<unknown>, query: RawQuery, name: string): unknown =>
  isCollected(field) ? field.collect(query, name) : all(query[name]).at(-1);

/** One or many: given once or repeated, reads as a list; absent reads as undefined. */
export const repeatable = <T>(item: Field<T>): Field<T[]> & { readonly omittable: true } => {
  const field: CollectedField<T[]> & { readonly omittable: true } = {
    schema: { type: 'array', items: item.schema },
    omittable: true,
    collect: (query, name) => (query[name] === undefined ? undefined : all(query[name])),
    read: (input, issues) =>
      (input as readonly string[]).map((element, index) => {
        const before = issues.length;
        const value = item.read(element, issues);
        prefixPath(issues, before, index);
        return value;
      }),
  };
  return field;
};

/** Sort criteria, applied in order; a leading `-` is descending. */
export const sorting = <const K extends string>(
  keys: readonly K[],
  fallback: readonly (K | `-${K}`)[],
): Field<(K | `-${K}`)[]> => {
  const criteria = keys.flatMap((key) => [key, `-${key}`] as const) as (K | `-${K}`)[];
  const base = repeatable(oneOf(criteria));
  return { ...base, schema: { ...base.schema, default: fallback }, absent: () => [...fallback] } as Field<(K | `-${K}`)[]>;
};

/** `metadata[key]=value`: the same key repeated means any of the values, different keys must all match. */
export type MetadataFilter = { readonly key: string; readonly values: string[] }[];

export const metadataFilter = (): Field<MetadataFilter> & { readonly omittable: true } => {
  const value = text();
  const field: CollectedField<MetadataFilter> & { readonly omittable: true } = {
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    omittable: true,
    collect: (query, name) => {
      const found = Object.keys(query)
        .filter((key) => key.startsWith(`${name}[`) && key.endsWith(']'))
        .map((key) => ({ key: key.slice(name.length + 1, -1), values: all(query[key]) }));
      return found.length ? found : undefined;
    },
    read: (input, issues: Issue[]) =>
      (input as MetadataFilter).map(({ key, values }) => {
        const before = issues.length;
        value.read(key, issues);
        for (const each of values) value.read(each, issues);
        prefixPath(issues, before, key);
        return { key, values: [...values] };
      }),
  };
  return field;
};

const counted = (fallback: number, le: number): Field<number> => withDefault(integer({ gt: 0, le }), () => fallback);

const clamped = (field: Field<number>, highest: number): Field<number> => ({
  ...field,
  schema: { ...field.schema, maximum: highest },
  read: (input, issues) => Math.min(field.read(input, issues), highest),
});

/** `page` and `limit`; a limit above 100 counts as 100. */
export const paging = { page: counted(1, Number.MAX_SAFE_INTEGER), limit: clamped(counted(10, Infinity), 100) };
