import { canonical, type Entry, isObject, type Section, type Value } from './entries.ts';
import { KINDS, type Resource } from './kinds.ts';
import { priceInFile } from './prices.ts';
import { type Translate, withKeys } from './references.ts';

/** The metadata that the command line keeps in what it has pushed. */
export const KEY = 'catalog_key';
/** The digests of the entry in the file and of what the service made of it, when it was pushed last. */
export const PUSHED = 'catalog_pushed';

export const metadataOf = ({ metadata }: Entry): Entry => (isObject(metadata ?? null) ? (metadata as Entry) : {});

/** The resource as a file describes it. */
export function entryOf(section: Section, resource: Resource, connectorPrices: readonly Entry[], translate: Translate): Entry {
  const shown: Record<string, Value> = Object.fromEntries(
    Object.entries(resource).filter(([name]) => KINDS[section].fields.includes(name)),
  );
  if ('metadata' in shown) {
    const { [KEY]: _key, [PUSHED]: _pushed, ...own } = metadataOf(resource);
    shown['metadata'] = Object.keys(own).length > 0 ? own : null;
  }
  if (section === 'meters') shown['is_archived'] = resource['archived_at'] !== null;
  if (section === 'webhook_endpoints') {
    shown['envelope'] ??= 'standard';
    for (const field of ['product_ids', 'benefit_ids']) if (resource[field] !== undefined) shown[field] = resource[field];
  }
  if (section === 'connectors')
    shown['prices'] = Object.fromEntries(
      connectorPrices.map(({ external_id, product_id = null, meter_id = null, brings = null }) => [
        String(external_id),
        { brings, product_id, meter_id },
      ]),
    );
  const entry = withKeys(section === 'products' ? productIn(shown, resource) : shown, translate) as Entry;
  const implied = KINDS[section].implied;
  return Object.fromEntries(
    Object.entries(canonical(entry) as Entry).filter(
      ([field, value]) => implied[field] === undefined || implied[field] !== value,
    ),
  );
}

const idsIn = (value: Value | undefined): readonly string[] => (value as readonly Resource[]).map(({ id }) => id);

/** Benefits, images and custom fields of a product, by their ids. */
function productIn(shown: Entry, resource: Resource): Entry {
  const { benefits: _benefits, ...fields } = shown;
  const attached = (resource['attached_custom_fields'] as readonly Entry[]).map(({ custom_field_id, required }) => ({
    custom_field_id: custom_field_id!,
    required: required!,
  }));
  return {
    ...fields,
    benefit_ids: idsIn(resource['benefits']),
    prices: (resource['prices'] as readonly Entry[]).map(priceInFile),
    medias: idsIn(resource['medias']).length > 0 ? idsIn(resource['medias']) : null,
    attached_custom_fields: attached.length > 0 ? attached : null,
  };
}
