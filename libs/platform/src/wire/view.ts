import { type CamelCased, type SnakeCase, toCamelCase } from '#support/texts';
import { compiledFunction } from '#engine/compilation';
import type { ObjectOf } from './composite.ts';
import type { Field, Fields } from './field.ts';

/** A field for every property of a type: `{…} satisfies FieldsFor<T>` does not compile if one is missing or unknown. */
export type FieldsFor<T> = { readonly [K in keyof T as SnakeCase<K>]-?: Field<T[K]> };

interface View<F extends Fields> {
  readonly fields: F;
}

/** Copies the fields that a view declares, and no others. */
export function fieldPicker<F extends Fields>({ fields }: View<F>): (source: ObjectOf<F>) => ObjectOf<F> {
  const names = Object.keys(fields).map((name) => JSON.stringify(name));
  const properties = names.map((name) => `${name}: source[${name}]`);
  return compiledFunction(['source'], `return {${properties.join()}};`);
}

/** Copies the fields that a view declares, and no others, from an object with the same names in camel case. */
export function viewMaker<F extends Fields>({ fields }: View<F>): (source: CamelCased<ObjectOf<F>>) => ObjectOf<F> {
  const names = Object.keys(fields).map((name) => [name, toCamelCase(name)] as const);
  return (source) => {
    const view: Record<string, unknown> = {};
    for (const [name, property] of names) view[name] = (source as Record<string, unknown>)[property];
    return view as ObjectOf<F>;
  };
}
