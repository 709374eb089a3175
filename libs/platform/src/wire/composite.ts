import { type Field, type Infer, limitReached, type Issue, type JsonSchema, prefixPath, fail } from './field.ts';

export type Fields = { readonly [key: string]: Field<unknown> };

type OmittableKeys<F extends Fields> = { [K in keyof F]: F[K] extends { readonly omittable: true } ? K : never }[keyof F];
export type ObjectOf<F extends Fields> = { -readonly [K in Exclude<keyof F, OmittableKeys<F>>]: Infer<F[K]> } & {
  -readonly [K in OmittableKeys<F>]?: Infer<F[K]>;
};

export const isPlainObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** An object of known fields; unknown ones are ignored. A name makes it a component of the OpenAPI document. */
export function object<F extends Fields>(fields: F, name?: string): Field<ObjectOf<F>> & { readonly fields: F } {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !field.omittable).map(([key]) => key);
  return {
    fields,
    schema: {
      ...(name ? { $id: name } : {}),
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
      ...(required.length ? { required } : {}),
    },
    read: (input, issues) => {
      if (!isPlainObject(input)) {
        const msg = 'Input should be a valid dictionary or object to extract fields from';
        return fail(issues, 'model_attributes_type', msg, input);
      }
      const value: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        if (!Object.hasOwn(input, key)) {
          if (!field.omittable) issues.push({ loc: [key], type: 'missing', msg: 'Field required', input });
          else if (field.absent) value[key] = field.absent();
          continue;
        }
        const before = issues.length;
        value[key] = field.read(input[key], issues);
        if (issues.length > before) prefixPath(issues, before, key);
      }
      return value as ObjectOf<F>;
    },
  };
}

/** May be left out; the key is then absent from what is read. */
export const optional = <T>(field: Field<T>): Field<T> & { readonly omittable: true } => ({
  schema: field.schema,
  read: field.read,
  omittable: true,
});

/** May be left out, and then reads as the fallback. A shape that has a name keeps it for itself. */
export const withDefault = <T>(field: Field<T>, absent: () => T): Field<T> => ({
  schema: { ...(field.schema['$id'] ? { allOf: [field.schema] } : field.schema), default: absent() },
  read: field.read,
  omittable: true,
  absent,
});

const nullableSchema = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' && !schema['$id'] && !schema['enum'] && !schema['const']
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** The value, or null. */
export const nullable = <T>(field: Field<T>): Field<T | null> => ({
  schema: nullableSchema(field.schema),
  read: (input, issues) => (input === null ? null : field.read(input, issues)),
});

/** Refuses what has more elements than `max`. */
export const bounded = (issues: Issue[], input: unknown, kind: 'List' | 'Dictionary', length: number, max: number): boolean => {
  if (length <= max) return true;
  const ctx = { field_type: kind, max_length: max, actual_length: length };
  fail(issues, 'too_long', `${kind} should have at most ${max} items after validation, not ${length}`, input, ctx);
  return false;
};

/** A list of one kind of thing. */
export const list = <T>(item: Field<T>, { min = 0, max = Infinity }: { min?: number; max?: number } = {}): Field<T[]> => ({
  schema: {
    type: 'array',
    items: item.schema,
    ...(min ? { minItems: min } : {}),
    ...(max === Infinity ? {} : { maxItems: max }),
  },
  read: (input, issues) => {
    if (!Array.isArray(input)) return fail(issues, 'list_type', 'Input should be a valid list', input);
    if (input.length < min) {
      const msg = `List should have at least ${min} item${min === 1 ? '' : 's'} after validation, not ${input.length}`;
      return fail(issues, 'too_short', msg, input, { field_type: 'List', min_length: min, actual_length: input.length });
    }
    if (!bounded(issues, input, 'List', input.length, max)) return [];
    const values: T[] = [];
    for (let index = 0; index < input.length && !limitReached(issues); index++) {
      const before = issues.length;
      values.push(item.read(input[index], issues));
      if (issues.length > before) prefixPath(issues, before, index);
    }
    return values;
  },
});

/** One of several objects, told apart by a field; `whenAbsent` is taken where the field is left out. */
export const discriminatedUnion = <V extends { readonly [tag: string]: Field<unknown> }>(
  discriminator: string,
  variants: V,
  whenAbsent?: keyof V & string,
): Field<{ [K in keyof V]: Infer<V[K]> }[keyof V]> => {
  const expected = Object.keys(variants)
    .map((tag) => `'${tag}'`)
    .join(', ');
  return {
    schema: { oneOf: Object.values(variants).map((variant) => variant.schema) },
    read: (input, issues) => {
      if (!isPlainObject(input)) {
        const msg = 'Input should be a valid dictionary or object to extract fields from';
        return fail(issues, 'model_attributes_type', msg, input);
      }
      const tag = input[discriminator] ?? whenAbsent;
      if (tag === undefined) {
        const msg = `Unable to extract tag using discriminator '${discriminator}'`;
        return fail(issues, 'union_tag_not_found', msg, input, { discriminator: `'${discriminator}'` });
      }
      const variant = typeof tag === 'string' && Object.hasOwn(variants, tag) ? variants[tag] : undefined;
      if (!variant) {
        const shown = (typeof tag === 'object' ? 'object' : String(tag)).slice(0, 50);
        const msg = `Input tag '${shown}' found using '${discriminator}' does not match any of the expected tags: ${expected}`;
        const ctx = { discriminator: `'${discriminator}'`, tag: shown, expected_tags: expected };
        return fail(issues, 'union_tag_invalid', msg, input, ctx);
      }
      const named =
        input[discriminator] === undefined || input[discriminator] === null ? { ...input, [discriminator]: tag } : input;
      return variant.read(named, issues) as { [K in keyof V]: Infer<V[K]> }[keyof V];
    },
  };
};

/** One of two objects, told apart by whether a key is there. */
export const unionByKey = <A, B>(key: string, present: Field<A>, absent: Field<B>): Field<A | B> => ({
  schema: { anyOf: [absent.schema, present.schema] },
  read: (input, issues) => (isPlainObject(input) && Object.hasOwn(input, key) ? present : absent).read(input, issues),
});
