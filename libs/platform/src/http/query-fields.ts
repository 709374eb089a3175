import { LOOKUP_TEXT } from '#support/texts';
import { withDefault, defineField, described, type Field, integer, type Issue, prefixPath, oneOf, text } from '#platform/wire';
import { bounded } from '#platform/wire/composition';

/** The query string as Fastify parses it: flat names, and a list where a name is repeated. */
export type RawQuery = { readonly [name: string]: string | readonly string[] | undefined };

/** A query parameter whose value is collected from repeated or related names. */
interface Collected {
  collect(query: RawQuery, name: string): unknown;
}

const isCollected = (field: Field<unknown>): field is Field<unknown> & Collected => 'collect' in field;

const all = (value: RawQuery[string]): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const INDEX = /^\[\d*\]$/;

/** The values of a parameter, in their order. Some clients write the names of lists as `name[]` or `name[0]`. */
const valuesOf = (query: RawQuery, name: string): readonly string[] =>
  Object.keys(query).flatMap((key) =>
    key === name || (key.startsWith(`${name}[`) && INDEX.test(key.slice(name.length))) ? all(query[key]) : [],
  );

/** The raw value of one parameter. Of a repeated scalar the last value counts. */
export const rawParameter = (field: Field<unknown>, query: RawQuery, name: string): unknown =>
  isCollected(field) ? field.collect(query, name) : valuesOf(query, name).at(-1);

/** A URL of 16 KiB has room for about 400 IDs. */
const MAX_REPETITIONS = 500;
/** Each of them is compared with every row that the other filters leave. */
const MAX_METADATA_FILTERS = 20;

/** How the reference names the type of a list in `loc`. */
const listOf = (type: string): string =>
  `json-or-python[json=list[${type}],python=chain[is-instance[Sequence],function-wrap[sequence_validator()]]]`;

/** How the reference names the type of the values of a parameter in `loc`; undefined for those that only this service has. */
const typeNameOf = ({ schema }: Field<unknown>, choices: string | undefined): string | undefined => {
  if (schema['format'] === 'uuid4') return 'uuid';
  return choices && `str-enum[${choices}]`;
};

interface Repetitions {
  readonly max?: number;
  /** The name of the type of the values in the reference, if they are choices. */
  readonly choices?: string;
}

/**
 * A parameter that may be repeated; it is read as a list, and as `undefined` if it is absent. In the reference it is one value or a list:
 * a wrong value is reported of both.
 */
export const repeatable = <T>(
  item: Field<T>,
  { max = MAX_REPETITIONS, choices }: Repetitions = {},
): Field<T[]> & { readonly optional: true } => {
  const type = typeNameOf(item, choices);
  const collected: Collected = {
    collect: (query, name) => {
      const values = valuesOf(query, name);
      return values.length === 0 ? undefined : values;
    },
  };
  const read = (input: unknown, issues: Issue[]): T[] => {
    const elements = input as readonly string[];
    if (!bounded(issues, input, 'List', elements.length, max)) return [];
    const first = issues.length;
    const values = elements.map((element, index) => {
      const before = issues.length;
      const value = item.read(element, issues);
      prefixPath(issues, before, index);
      return value;
    });
    if (type !== undefined && issues.length > first) {
      prefixPath(issues, first, listOf(type));
      const ofOne: Issue[] = [];
      item.read(input, ofOne);
      prefixPath(ofOne, 0, type);
      issues.splice(first, 0, ...ofOne);
    }
    return values;
  };
  return defineField(
    { schema: { type: 'array', items: item.schema, maxItems: max }, read },
    { optional: true as const, ...collected },
  );
};

const SORTING = 'The sort criteria, in the order in which they are applied. A leading `-` sorts in descending order.';

/** Sort criteria, applied in order; a leading `-` is descending. */
export const sorting = <const K extends string>(
  keys: readonly K[],
  fallback: readonly (K | `-${K}`)[],
): Field<(K | `-${K}`)[]> => {
  const criteria = keys.flatMap((key) => [key, `-${key}`] as const) as (K | `-${K}`)[];
  const base = repeatable(oneOf(criteria), { max: criteria.length });
  return defineField({
    ...base,
    schema: { ...base.schema, default: fallback, description: SORTING },
    default: () => [...fallback],
  }) as Field<(K | `-${K}`)[]>;
};

/** `metadata[key]=value`: the same key repeated matches any of the values, different keys must all match. */
export type MetadataFilter = readonly { readonly key: string; readonly values: readonly string[] }[];

const METADATA_FILTER =
  'Filters by metadata, as `metadata[key]=value`. A repeated key matches any of its values; different keys must all match. At most 20 values in all.';

const collectMetadata = (query: RawQuery, name: string): unknown => {
  const found = Object.keys(query)
    .filter((key) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .map((key) => ({ key: key.slice(name.length + 1, -1), values: all(query[key]) }));
  return found.length ? found : undefined;
};

export const metadataFilter = (): Field<MetadataFilter> & { readonly optional: true } => {
  const value = text(LOOKUP_TEXT);
  const read = (input: unknown, issues: Issue[]): MetadataFilter => {
    const filters = input as MetadataFilter;
    const count = filters.reduce((sum, { values }) => sum + values.length, 0);
    if (!bounded(issues, null, 'Dictionary', count, MAX_METADATA_FILTERS)) return [];
    return filters.map(({ key, values }) => {
      const before = issues.length;
      value.read(key, issues);
      for (const each of values) value.read(each, issues);
      prefixPath(issues, before, key);
      return { key, values: [...values] };
    });
  };
  const schema = {
    type: 'object',
    maxProperties: MAX_METADATA_FILTERS,
    propertyNames: value.schema,
    additionalProperties: value.schema,
    description: METADATA_FILTER,
  };
  return defineField({ schema, read }, { optional: true as const, collect: collectMetadata });
};

const counted = (fallback: number, le: number): Field<number> => withDefault(integer({ gt: 0, le }), () => fallback);

const clamped = (field: Field<number>, highest: number): Field<number> =>
  defineField({ ...field, read: (input, issues) => Math.min(field.read(input, issues), highest) });

/** `page` and `limit`; a limit above 100 counts as 100. */
export const paging = {
  page: described(counted(1, Number.MAX_SAFE_INTEGER), 'The number of the page; the first page is 1.'),
  limit: described(clamped(counted(10, Infinity), 100), 'The number of items per page. Values above 100 count as 100.'),
};
