import { isSecretName } from '#platform/wire/composition';
import type { Document } from './contract.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Fields that no operation has. */
const UNKNOWN = ['password', 'access_token', 'client_secret'];

/**
 * Bodies for an operation that have nothing but secrets, each with this text: those that its schema has, wherever they are, and such as
 * it does not have.
 */
export function bodiesWithSecrets({ paths, components }: Document, operation: string, secret: string): object[] {
  const [method, path] = operation.split(' ') as [string, string];
  const { content } = paths[path]![method.toLowerCase()]!.requestBody as { content: { [type: string]: { schema: Schema } } };
  const resolved = ({ $ref, ...own }: Schema): Schema =>
    $ref === undefined ? own : (components.schemas[$ref.split('/').at(-1)!] as Schema);
  /** Every alternative of a schema by itself; undefined for one without a secret. */
  const valuesOf = (schema: Schema, name: string, depth: number): unknown[] => {
    if (depth === 0) return [];
    const { properties, items, anyOf = [], oneOf = [], allOf = [] } = resolved(schema);
    const alternatives = [...anyOf, ...oneOf, ...allOf].flatMap((each) => valuesOf(each, name, depth - 1));
    if (alternatives.length > 0) return alternatives;
    if (items) return valuesOf(items, name, depth - 1).map((value) => [value]);
    if (!properties) return isSecretName(name) ? [secret] : [];
    const found = Object.entries(properties).flatMap(([key, value]) =>
      valuesOf(value, key, depth - 1)
        .slice(0, 1)
        .map((each) => [key, each] as const),
    );
    return found.length > 0 ? [Object.fromEntries(found)] : [];
  };
  const bodies = Object.values(content).flatMap(({ schema }) => valuesOf(schema, '', 8)) as object[];
  return [{}, ...bodies].map((body) => ({ ...body, ...Object.fromEntries(UNKNOWN.map((name) => [name, secret])) }));
}
