import type { JsonValue } from '#kernel';
import { toSnakeCase } from '#support/texts';

/** Fields by their API names, with the values before and after a change. */
export type ChangedFields = { readonly [field: string]: { readonly before: JsonValue; readonly after: JsonValue } };

/** Times as ISO 8601 timestamps. */
const shown = (value: unknown): JsonValue => (value instanceof Date ? value.toISOString() : ((value ?? null) as JsonValue));

/** The changed properties of an object, such as an aggregate, from what it had before. */
export const changedFields = (properties: readonly string[], before: object, after: object): ChangedFields =>
  Object.fromEntries(
    properties.map((name) => {
      const valueIn = (values: object) => shown(Reflect.get(values, name));
      return [toSnakeCase(name), { before: valueIn(before), after: valueIn(after) }];
    }),
  );
