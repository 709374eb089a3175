import { defineField, type Field, type Fields, isPlainObject, type Issue } from '#platform/wire';

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
