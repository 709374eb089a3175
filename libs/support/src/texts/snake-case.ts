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
