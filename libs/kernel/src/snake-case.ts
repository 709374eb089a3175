/** The name of a field in JSON and in the database: `expiresAt` becomes `expires_at`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON with the keys of all its objects renamed. */
export function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, rename));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [rename(key), renameKeys(each, rename)]));
}
