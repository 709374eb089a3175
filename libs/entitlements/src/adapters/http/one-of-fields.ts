import { defineField, type Field, type Fields, isPlainObject, object, strict } from '#platform/wire';

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
