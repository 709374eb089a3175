import {
  defineField,
  type Field,
  type Fields,
  limitReached,
  isPlainObject,
  type Issue,
  object,
  type ObjectOf,
} from '#platform/wire';

/** Bodies by the name of the field that identifies each. */
type Bodies = { readonly [key: string]: Field<unknown> & { readonly fields: Fields } };

const extra = (key: string, input: unknown): Issue => ({
  loc: [key],
  type: 'extra_forbidden',
  msg: 'Extra inputs are not permitted',
  input,
});

/** A body that rejects some fields instead of ignoring them. */
export function refusing<T, F extends Fields>(
  open: Field<T> & { readonly fields: F },
  isRefused: (name: string) => boolean,
): Field<T> & { readonly fields: F } {
  const read = (input: unknown, issues: Issue[]): T => {
    const value = open.read(input, issues);
    for (const key of isPlainObject(input) ? Object.keys(input) : []) {
      if (limitReached(issues)) break;
      if (isRefused(key)) issues.push(extra(key, (input as Record<string, unknown>)[key]));
    }
    return value;
  };
  return defineField({ schema: open.schema, read }, { fields: open.fields });
}

/** A body that accepts no fields beyond its own. */
export function closed<F extends Fields>(fields: F, name: string): Field<ObjectOf<F>> & { readonly fields: F } {
  const { read, schema } = refusing(object(fields, name), (key) => !Object.hasOwn(fields, key));
  return defineField({ schema: { ...schema, additionalProperties: false }, read }, { fields });
}

/** One of several bodies: the first whose identifying field is present, or else the one without such a field. */
export function oneOfFields<B extends Bodies, O>(
  bodies: B,
  otherwise: Field<O>,
): Field<{ [K in keyof B]: B[K] extends Field<infer T> ? T : never }[keyof B] | O> {
  const keys = Object.keys(bodies);
  return defineField({
    schema: { anyOf: [otherwise, ...Object.values(bodies)].map(({ schema }) => schema) },
    read: (input, issues) => {
      const key = isPlainObject(input) ? keys.find((name) => Object.hasOwn(input, name)) : undefined;
      return (key === undefined ? otherwise : bodies[key]!).read(input, issues) as never;
    },
  });
}
