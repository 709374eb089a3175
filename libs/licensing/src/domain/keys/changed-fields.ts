import { type JsonValue, toSnakeCase } from '#kernel';

/** Fields by their API names, with the values before and after a change. */
export type ChangedFields = { readonly [field: string]: { readonly before: JsonValue; readonly after: JsonValue } };

/** Times as ISO 8601 timestamps. */
const shown = (value: unknown): JsonValue => (value instanceof Date ? value.toISOString() : ((value ?? null) as JsonValue));

type Values = Readonly<Record<string, unknown>>;

export const changedFields = (fields: readonly string[], before: Values, after: Values): ChangedFields =>
  Object.fromEntries(fields.map((field) => [toSnakeCase(field), { before: shown(before[field]), after: shown(after[field]) }]));
