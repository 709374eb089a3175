import { bounded, isPlainObject } from './composite.ts';
import { defineField, type Field, fail, limitReached, prefixPath } from './field.ts';

/** A map whose keys and values are of one type each, with at most `max` pairs. Keys are read too: they get their canonical form. */
export const mapOf = <T>(key: Field<string>, value: Field<T>, { max }: { max: number }): Field<{ [key: string]: T }> =>
  defineField({
    schema: { type: 'object', maxProperties: max, propertyNames: key.schema, additionalProperties: value.schema },
    read: (input, issues) => {
      if (!isPlainObject(input)) return fail(issues, 'dict_type', 'Input should be a valid dictionary', input);
      const given = Object.keys(input);
      if (!bounded(issues, input, 'Dictionary', given.length, max)) return {};
      const pairs = new Map<string, T>();
      for (const each of given) {
        if (limitReached(issues)) break;
        const before = issues.length;
        const canonical = key.read(each, issues);
        if (issues.length > before) prefixPath(issues, before, '[key]');
        pairs.set(canonical, value.read(input[each], issues));
        if (issues.length > before) prefixPath(issues, before, each);
      }
      return Object.fromEntries(pairs);
    },
  });
