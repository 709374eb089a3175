import { type JsonValue, toSnakeCase } from '#kernel';

/** Fields by their API names, with the values before and after a change. */
export type ChangedFields = { readonly [field: string]: { readonly before: JsonValue; readonly after: JsonValue } };

/** Times as ISO 8601 timestamps. */
const shown = (value: unknown): JsonValue => (value instanceof Date ? value.toISOString() : ((value ?? null) as JsonValue));

type Values = Readonly<Record<string, unknown>>;

/** What sellers write about people: events are kept longer than a customer who is anonymized. */
const WITHOUT_VALUES = new Set(['metadata', 'notes']);

/** The values of metadata and notes are null. */
export const changedFields = (fields: readonly string[], before: Values, after: Values): ChangedFields =>
  Object.fromEntries(
    fields.map((field) => {
      const valueIn = (values: Values) => (WITHOUT_VALUES.has(field) ? null : shown(values[field]));
      return [toSnakeCase(field), { before: valueIn(before), after: valueIn(after) }];
    }),
  );
