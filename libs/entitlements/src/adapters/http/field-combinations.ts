import { defineField, type Field, type Fields, isPlainObject, type Issue, object, strict } from '#platform/wire';

/** Bodies by the name of the field that identifies each. */
type Bodies = { readonly [key: string]: Field<unknown> & { readonly fields: Fields } };

/** A body that accepts no fields beyond its own. */
export const closed = <F extends Fields>(fields: F, name: string) => strict(object(fields, name));

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

const isGiven = (input: Record<string, unknown>, key: string): boolean => Object.hasOwn(input, key) && input[key] !== null;

/** Adds an issue for every field that cannot be combined with another one that is given. */
export const excluding = <T, F extends Fields>(
  field: Field<T> & { readonly fields: F },
  excluded: { readonly [given: string]: readonly string[] },
): Field<T> & { readonly fields: F } =>
  defineField(
    {
      schema: field.schema,
      read: (input, issues) => {
        if (isPlainObject(input)) issues.push(...issuesOf(input, excluded));
        return field.read(input, issues);
      },
    },
    { fields: field.fields },
  );

const issuesOf = (input: Record<string, unknown>, excluded: { readonly [given: string]: readonly string[] }): Issue[] =>
  Object.entries(excluded).flatMap(([given, others]) =>
    isGiven(input, given)
      ? others
          .filter((other) => isGiven(input, other))
          .map((other) => combination([other], `${other} cannot be combined with ${given}.`, input[other]))
      : [],
  );

const combination = (loc: string[], message: string, input: unknown): Issue => ({
  loc,
  type: 'value_error',
  msg: `Value error, ${message}`,
  input,
  ctx: { error: {} },
});

/** Adds an issue if a field is given without another one that it needs. */
export const needing = <T, F extends Fields>(
  field: Field<T> & { readonly fields: F },
  name: string,
  needed: string,
): Field<T> & { readonly fields: F } =>
  defineField(
    {
      schema: field.schema,
      read: (input, issues) => {
        if (isPlainObject(input) && isGiven(input, name) && !isGiven(input, needed))
          issues.push(combination([name], `${name} needs ${needed}.`, input[name]));
        return field.read(input, issues);
      },
    },
    { fields: field.fields },
  );

/** Adds an issue unless one of two fields is given. */
export const requiring = <T>(field: Field<T>, names: readonly [string, string]): Field<T> =>
  defineField({
    schema: field.schema,
    read: (input, issues) => {
      if (isPlainObject(input) && !names.some((name) => isGiven(input, name))) {
        issues.push({ loc: [names[0]], type: 'missing', msg: 'Field required', input });
      }
      return field.read(input, issues);
    },
  });
