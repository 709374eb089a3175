/** The name of a field in JSON and in the database: `expiresAt` becomes `expires_at`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
