/** The name of a field in JSON and in the database: `expiresAt` becomes `expires_at`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The other way round: `expires_at` becomes `expiresAt`. */
export const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** JSON with the keys of all its objects renamed, except those of maps with this name. */
export function renameKeys(value: unknown, rename: (key: string) => string, map?: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, rename, map));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [rename(key), key === map ? each : renameKeys(each, rename, map)]),
  );
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;
export type SnakeCase<Name> = Name extends `${infer Head}${infer Tail}`
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

/** Renames the properties of an object to camel case. Absent fields stay absent. */
export const camelCased = <T extends object>(input: T): CamelCased<T> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [toCamelCase(name), value])) as CamelCased<T>;

/** For JSON without maps whose keys are arbitrary. */
export const deeplyCamelCased = <T>(json: T): DeeplyCamelCased<T> => renameKeys(json, toCamelCase) as DeeplyCamelCased<T>;

/** For JSON without maps whose keys are arbitrary. */
export const deeplySnakeCased = <T>(json: T): DeeplySnakeCased<T> => renameKeys(json, toSnakeCase) as DeeplySnakeCased<T>;
