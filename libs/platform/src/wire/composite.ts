import { pause } from '#support/slices';
import { describeFields, type Descriptions } from './descriptions.ts';
import {
  alsoInSlices,
  defineField,
  type Field,
  type Fields,
  type Infer,
  limitReached,
  type Issue,
  prefixPath,
  fail,
  readInSlices,
  asShown,
} from './field.ts';
import { extendSchema, type JsonSchema } from './json-schema.ts';
import { declareChanges, type ViewChange } from './view-changes.ts';

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends { readonly optional: true } ? K : never }[keyof F];
export type ObjectOf<F extends Fields> = { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Infer<F[K]> } & {
  -readonly [K in OptionalKeys<F>]?: Infer<F[K]>;
};

export const isPlainObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** A name that an object has and its reader does not. */
export interface IgnoredField {
  readonly input: object;
  readonly name: string;
}

/** What was ignored, beside the issues. Set only if there is any, so that others pay nothing for it. */
type IssuesWithIgnored = Issue[] & { readonly ignored?: IgnoredField[] };

/** More names than anybody reads are not kept. */
const MAX_IGNORED = 20;

function noteIgnored(issues: IssuesWithIgnored, input: object, fields: Fields): void {
  if (!issues.ignored) Object.defineProperty(issues, 'ignored', { value: [] });
  const ignored = issues.ignored!;
  for (const name in input) {
    if (ignored.length >= MAX_IGNORED) return;
    if (Object.hasOwn(input, name) && !Object.hasOwn(fields, name)) ignored.push({ input, name });
  }
}

/** The names that were ignored while these issues were collected; undefined if there are none. */
export const ignoredWith = (issues: IssuesWithIgnored): readonly IgnoredField[] | undefined => issues.ignored;

const NO_OBJECT = 'Input should be a valid dictionary or object to extract fields from';

/**
 * An object with known fields; others are ignored, and noted beside the issues. A named object is a component of the OpenAPI document.
 * `changes` are those of later versions of the API: the fields are those of the first one.
 */
export function object<F extends Fields>(
  declared: F,
  name?: string,
  descriptions?: Descriptions<F>,
  changes: readonly ViewChange<ObjectOf<F>>[] = [],
): Field<ObjectOf<F>> & { readonly fields: F } {
  if (name && changes.length > 0) declareChanges(name, changes as readonly ViewChange[]);
  const fields = descriptions ? describeFields(declared, descriptions) : declared;
  const entries = Object.entries(fields).map(([key, field]) => [key, asShown(key, field)] as const);
  const required = entries.filter(([, field]) => !field.optional).map(([key]) => key);
  const schema = {
    ...(name ? { $id: name } : {}),
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
    ...(required.length ? { required } : {}),
  };
  /** Returns false if there is nothing to read for the key: it is missing. */
  const isGiven = (
    input: object,
    key: string,
    field: Field<unknown>,
    value: Record<string, unknown>,
    issues: Issue[],
  ): boolean => {
    if (Object.hasOwn(input, key)) return true;
    if (!field.optional) issues.push({ loc: [key], type: 'missing', msg: 'Field required', input });
    else if (field.default) value[key] = field.default();
    return false;
  };
  const read = (input: unknown, issues: Issue[]): ObjectOf<F> => {
    if (!isPlainObject(input)) return fail(issues, 'model_attributes_type', NO_OBJECT, input);
    const value: Record<string, unknown> = {};
    let known = 0;
    for (const [key, field] of entries) {
      if (!isGiven(input, key, field, value, issues)) continue;
      known++;
      const before = issues.length;
      value[key] = field.read(input[key], issues);
      if (issues.length > before) prefixPath(issues, before, key);
    }
    if (Object.keys(input).length > known) noteIgnored(issues, input, fields);
    return value as ObjectOf<F>;
  };
  const readLong = async (input: unknown, issues: Issue[]): Promise<ObjectOf<F>> => {
    if (!isPlainObject(input)) return fail(issues, 'model_attributes_type', NO_OBJECT, input);
    const value: Record<string, unknown> = {};
    let known = 0;
    for (const [key, field] of entries) {
      if (!isGiven(input, key, field, value, issues)) continue;
      known++;
      const before = issues.length;
      value[key] = await readInSlices(field, input[key], issues);
      if (issues.length > before) prefixPath(issues, before, key);
    }
    if (Object.keys(input).length > known) noteIgnored(issues, input, fields);
    return value as ObjectOf<F>;
  };
  return defineField({ schema, read: alsoInSlices(read, readLong) }, { fields });
}

/** The field may be left out, and its key is then absent from the object that is read. */
export const optional = <T>({ schema, read }: Field<T>): Field<T> & { readonly optional: true } =>
  defineField({ schema, read }, { optional: true as const });

/** The field may be left out, and is then read as `absent()`. */
export const withDefault = <T>({ schema, read }: Field<T>, defaultValue: () => T): Field<T> =>
  defineField({ schema: extendSchema(schema, { default: defaultValue() }), read, optional: true, default: defaultValue });

const nullableSchema = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && !schema['$id'] && !schema['enum'] && !schema['const']
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** The value or `null`. */
export const nullable = <T>(field: Field<T>): Field<T | null> =>
  defineField<T | null>({
    schema: nullableSchema(field.schema),
    read: (input, issues) => (input === null ? null : field.read(input, issues)),
  });

/** Adds an issue if there are more than `max` elements. */
export const bounded = (issues: Issue[], input: unknown, kind: 'List' | 'Dictionary', length: number, max: number): boolean => {
  if (length <= max) return true;
  const ctx = { field_type: kind, max_length: max, actual_length: length };
  fail(issues, 'too_long', `${kind} should have at most ${max} items after validation, not ${length}`, input, ctx);
  return false;
};

/** A list of values of one type. */
export const list = <T>(item: Field<T>, { min = 0, max = Infinity }: { min?: number; max?: number } = {}): Field<T[]> => {
  const hasValidLength = (input: unknown, issues: Issue[]): input is unknown[] => {
    if (!Array.isArray(input)) {
      fail(issues, 'list_type', 'Input should be a valid list', input);
      return false;
    }
    if (input.length < min) {
      const msg = `List should have at least ${min} item${min === 1 ? '' : 's'} after validation, not ${input.length}`;
      fail(issues, 'too_short', msg, input, { field_type: 'List', min_length: min, actual_length: input.length });
      return false;
    }
    return bounded(issues, input, 'List', input.length, max);
  };
  const readItem = (input: readonly unknown[], index: number, values: T[], issues: Issue[]): void => {
    const before = issues.length;
    values.push(item.read(input[index], issues));
    if (issues.length > before) prefixPath(issues, before, index);
  };
  const read = (input: unknown, issues: Issue[]): T[] => {
    const values: T[] = [];
    if (!hasValidLength(input, issues)) return values;
    for (let index = 0; index < input.length && !limitReached(issues); index++) readItem(input, index, values, issues);
    return values;
  };
  const readLong = async (input: unknown, issues: Issue[]): Promise<T[]> => {
    const values: T[] = [];
    if (!hasValidLength(input, issues)) return values;
    for (let index = 0; index < input.length && !limitReached(issues); index++) {
      const paused = pause();
      if (paused) await paused;
      readItem(input, index, values, issues);
      // Nobody else reads it, and what was read is a copy.
      input[index] = undefined;
    }
    return values;
  };
  const schema = {
    type: 'array',
    items: item.schema,
    ...(min ? { minItems: min } : {}),
    ...(max === Infinity ? {} : { maxItems: max }),
  };
  return defineField<T[]>({ schema, read: alsoInSlices(read, readLong) });
};

/** One of several objects, discriminated by a field; `whenAbsent` is the variant if that field is left out. */
export const discriminatedUnion = <V extends { readonly [tag: string]: Field<unknown> }>(
  discriminator: string,
  variants: V,
  whenAbsent?: keyof V & string,
): Field<{ [K in keyof V]: Infer<V[K]> }[keyof V]> => {
  type Value = { [K in keyof V]: Infer<V[K]> }[keyof V];
  const expected = Object.keys(variants)
    .map((tag) => `'${tag}'`)
    .join(', ');
  const read = (input: unknown, issues: Issue[]): Value => {
    if (!isPlainObject(input)) return fail(issues, 'model_attributes_type', NO_OBJECT, input);
    const tag = input[discriminator] ?? whenAbsent;
    if (tag === undefined) {
      const msg = `Unable to extract tag using discriminator '${discriminator}'`;
      return fail(issues, 'union_tag_not_found', msg, input, { discriminator: `'${discriminator}'` });
    }
    const variant = typeof tag === 'string' && Object.hasOwn(variants, tag) ? variants[tag] : undefined;
    if (!variant) {
      const tagText = (typeof tag === 'object' ? 'object' : String(tag)).slice(0, 50);
      const msg = `Input tag '${tagText}' found using '${discriminator}' does not match any of the expected tags: ${expected}`;
      const ctx = { discriminator: `'${discriminator}'`, tag: tagText, expected_tags: expected };
      return fail(issues, 'union_tag_invalid', msg, input, ctx);
    }
    const named =
      input[discriminator] === undefined || input[discriminator] === null ? { ...input, [discriminator]: tag } : input;
    return variant.read(named, issues) as Value;
  };
  return defineField({ schema: { oneOf: Object.values(variants).map((variant) => variant.schema) }, read });
};

/** An object, or a value of another type. */
export const objectOr = <A, B>(structured: Field<A>, other: Field<B>): Field<A | B> =>
  defineField<A | B>({
    schema: { anyOf: [other.schema, structured.schema] },
    read: (input, issues) => (isPlainObject(input) ? structured : other).read(input, issues),
  });

/** The schemas of an unnamed union, so that a union of unions is one. */
const variantsOf = ({ schema }: Field<unknown>): JsonSchema[] =>
  schema['anyOf'] && !schema['$id'] ? (schema['anyOf'] as JsonSchema[]) : [schema];

/** One of two objects, distinguished by whether a key is present. */
export const unionByKey = <A, B>(key: string, present: Field<A>, absent: Field<B>): Field<A | B> =>
  defineField<A | B>({
    schema: { anyOf: [...variantsOf(absent), ...variantsOf(present)] },
    read: (input, issues) => (isPlainObject(input) && Object.hasOwn(input, key) ? present : absent).read(input, issues),
  });
