import { isObject, type Section, type Value } from './entries.ts';

/** What entries refer to. Files and customers are not part of a catalog: a push expects them in the organization. */
export type Referenced = Section | 'files' | 'customers';

/** Fields that name others by their ids in the API, and by their keys in a file. */
const REFERENCES: Readonly<Record<string, { readonly inFile: string; readonly to: Referenced }>> = {
  meter_id: { inFile: 'meter', to: 'meters' },
  product_id: { inFile: 'product', to: 'products' },
  custom_field_id: { inFile: 'custom_field', to: 'custom_fields' },
  customer_id: { inFile: 'customer', to: 'customers' },
  benefit_id: { inFile: 'benefit', to: 'benefits' },
  replaces_benefit_ids: { inFile: 'replaces_benefits', to: 'benefits' },
  product_ids: { inFile: 'products', to: 'products' },
  benefit_ids: { inFile: 'benefits', to: 'benefits' },
  files: { inFile: 'files', to: 'files' },
  medias: { inFile: 'medias', to: 'files' },
};
const IN_FILE = new Map(Object.entries(REFERENCES).map(([field, { inFile, to }]) => [inFile, { field, to }]));

/** Their names are those of a seller, or name nothing of the catalog: a signed key says the name of a product. */
const OPAQUE = new Set(['metadata', 'values', 'filter', 'key_format']);

/** Says what a reference is called on the other side: a key for an id, or an id for a key. */
export type Translate = (to: Referenced, reference: string) => string;

const references = (value: Value, to: Referenced, translate: Translate): Value => {
  if (Array.isArray(value)) return value.map((each) => references(each, to, translate));
  return typeof value === 'string' ? translate(to, value) : value;
};

const mapNames = (value: Value, each: (name: string, value: Value) => readonly [string, Value]): Value => {
  if (Array.isArray(value)) return value.map((one) => mapNames(one, each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => (OPAQUE.has(name) ? [name, inner] : each(name, inner))));
};

/** What the API shows, with keys instead of ids. */
export function withKeys(value: Value, translate: Translate): Value {
  return mapNames(value, (name, inner) => {
    const reference = REFERENCES[name];
    if (reference) return [reference.inFile, references(inner, reference.to, translate)];
    if (name === 'archived' && isObject(inner))
      return [name, Object.fromEntries(Object.entries(inner).map(([id, is]) => [translate('files', id), is]))];
    return [name, withKeys(inner, translate)];
  });
}

/** What a file says, with ids instead of keys. */
export function withIds(value: Value, translate: Translate): Value {
  return mapNames(value, (name, inner) => {
    const reference = IN_FILE.get(name);
    if (reference) return [reference.field, references(inner, reference.to, translate)];
    if (name === 'archived' && isObject(inner))
      return [name, Object.fromEntries(Object.entries(inner).map(([key, is]) => [translate('files', key), is]))];
    return [name, withIds(inner, translate)];
  });
}
