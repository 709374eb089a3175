import { renameKeys, toCamelCase, toSnakeCase } from '#support/texts';
import { compiledFunction } from '#engine/compilation';
import type { ObjectOf } from './composite.ts';
import type { Field, Fields } from './field.ts';

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
type SnakeCase<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Name;

/** An object with its keys in camel case. */
export type CamelCased<T> = { [K in keyof T as CamelCase<K>]: T[K] };

/** An object with its keys in snake case, as on the wire. */
export type SnakeCased<T> = { [K in keyof T as SnakeCase<K>]: T[K] };

/** JSON with the keys of all its objects in camel case. */
export type DeeplyCamelCased<T> = T extends readonly (infer Item)[]
  ? DeeplyCamelCased<Item>[]
  : T extends object
    ? { [K in keyof T as CamelCase<K>]: DeeplyCamelCased<T[K]> }
    : T;

/** JSON with the keys of all its objects in snake case, as on the wire. */
export type DeeplySnakeCased<T> = T extends readonly (infer Item)[]
  ? DeeplySnakeCased<Item>[]
  : T extends object
    ? { -readonly [K in keyof T as SnakeCase<K>]: DeeplySnakeCased<T[K]> }
    : T;

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

/** Renames the fields of a request to camel case. Absent fields stay absent. */
export const camelCased = <T extends object>(input: T): CamelCased<T> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [toCamelCase(name), value])) as CamelCased<T>;

/** For JSON without maps whose keys are arbitrary. */
export const deeplyCamelCased = <T>(json: T): DeeplyCamelCased<T> => renameKeys(json, toCamelCase) as DeeplyCamelCased<T>;

/** For JSON without maps whose keys are arbitrary. */
export const deeplySnakeCased = <T>(json: T): DeeplySnakeCased<T> => renameKeys(json, toSnakeCase) as DeeplySnakeCased<T>;
