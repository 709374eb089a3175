import { ignoredWith, isPlainObject } from './composite.ts';
import { alsoInSlices, defineField, type Field, type Fields, type Issue, limitReached, readInSlices } from './field.ts';
import type { JsonSchema } from './json-schema.ts';

type ObjectField<T, F extends Fields> = Field<T> & { readonly fields: F };

const extra = (key: string, input: unknown): Issue => ({
  loc: [key],
  type: 'extra_forbidden',
  msg: 'Extra inputs are not permitted',
  input,
});

/** An object that refuses some of the names that it does not know instead of ignoring them; `rule` says so in its schema. */
export function refusing<T, F extends Fields>(
  open: ObjectField<T, F>,
  isRefused: (name: string, input: Readonly<Record<string, unknown>>) => boolean,
  rule: JsonSchema = {},
): ObjectField<T, F> {
  const refuse = (input: unknown, issues: Issue[]): void => {
    // The reader of the object has noted all names that it does not know.
    if (ignoredWith(issues) === undefined || !isPlainObject(input)) return;
    for (const key of Object.keys(input)) {
      if (limitReached(issues)) break;
      if (isRefused(key, input)) issues.push(extra(key, input[key]));
    }
  };
  const read = (input: unknown, issues: Issue[]): T => {
    const value = open.read(input, issues);
    refuse(input, issues);
    return value;
  };
  const readLong = async (input: unknown, issues: Issue[]): Promise<T> => {
    const value = await readInSlices(open, input, issues);
    refuse(input, issues);
    return value;
  };
  return defineField({ schema: { ...open.schema, ...rule }, read: alsoInSlices(read, readLong) }, { fields: open.fields });
}

/**
 * An object that refuses names beyond its own: a rule that is misspelt is no rule. Names that only `shown` has, which are part of a
 * response, are ignored: what was read can be sent back.
 */
export const strict = <T, F extends Fields>(
  open: ObjectField<T, F>,
  shown: { readonly fields: Fields } = open,
): ObjectField<T, F> => {
  const names = [...new Set([...Object.keys(open.fields), ...Object.keys(shown.fields)])];
  const rule = names.every((name) => Object.hasOwn(open.fields, name))
    ? { additionalProperties: false }
    : { propertyNames: { enum: names } };
  return refusing(open, (name) => !names.includes(name), rule);
};
