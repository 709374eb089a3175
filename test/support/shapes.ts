import type { Document } from './contract.ts';

type Schema = { readonly [keyword: string]: unknown };

const reference = /^#\/components\/schemas\/(.+)$/;
const FORMATS: { readonly [format: string]: string } = { uuid4: 'uuid', 'date-time': 'datetime' };

/** A schema in a word, as the tables of the API's description put it: `uuid`, `datetime or null`, `map`, `list of Activation`. */
function word(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, type, format, enum: values, const: only, items, additionalProperties, properties } = schema;
  if (Array.isArray(allOf)) return word(allOf[0] as Schema);
  if (typeof $ref === 'string') return reference.exec($ref)![1]!;
  if (Array.isArray(anyOf)) return anyOf.map(word).join(' or ');
  if (Array.isArray(oneOf)) return oneOf.map(word).join(' | ');
  if (Array.isArray(type))
    return type.map((each: string) => (each === 'null' ? each : word({ ...schema, type: each }))).join(' or ');
  if (Array.isArray(values)) return values.join(' · ');
  if (only !== undefined) return `always ${String(only)}`;
  if (type === 'array') return items ? `list of ${word(items as Schema)}` : 'tuple';
  if (type === 'object' && additionalProperties && !properties) return 'map';
  if (type === 'string' && typeof format === 'string') return FORMATS[format] ?? format;
  return String(type);
}

/** The fields of a component of the document, each in a word; what may be left out ends in `?`. */
export function fieldsOf({ components }: Document, name: string): { [field: string]: string } {
  const { properties, required = [] } = components.schemas[name] as {
    properties: { [field: string]: Schema };
    required?: string[];
  };
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [field, word(schema) + (required.includes(field) ? '' : '?')]),
  );
}
