import { type Entry, isObject, type Section, type Value } from './entries.ts';
import type { Resource } from './kinds.ts';
import type { Send } from './catalog.ts';

/** Whether a product or a benefit names files: only then they are read. */
export function namesFiles(
  resources: ReadonlyMap<Section, readonly Resource[]>,
  files: ReadonlyMap<Section, ReadonlyMap<string, Entry>>,
): boolean {
  const inFile = [...files.values()].flatMap((entries) => [...entries.values()]);
  return (
    (resources.get('benefits') ?? []).some(({ type }) => type === 'downloadables') ||
    (resources.get('products') ?? []).some(({ medias }) => (medias as readonly Value[]).length > 0) ||
    inFile.some(({ type, medias }) => type === 'downloadables' || (Array.isArray(medias) && medias.length > 0))
  );
}

const trialIn = ({ properties }: Entry): Entry => {
  const policy = isObject(properties ?? null) ? (properties as Entry)['policy'] : null;
  const trial = isObject(policy ?? null) ? (policy as Entry)['trial'] : null;
  return isObject(trial ?? null) ? (trial as Entry) : {};
};

/** The customers who hold trial license keys, by their e-mail addresses. */
export async function customersOf(
  send: Send,
  resources: ReadonlyMap<Section, readonly Resource[]>,
  files: ReadonlyMap<Section, ReadonlyMap<string, Entry>>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { customer_id: id } of (resources.get('benefits') ?? []).map(trialIn)) {
    if (typeof id !== 'string' || [...ids.values()].includes(id)) continue;
    ids.set(((await send('GET', `/v1/customers/${id}`)) as { readonly email: string }).email, id);
  }
  for (const { customer } of [...(files.get('benefits')?.values() ?? [])].map(trialIn)) {
    if (typeof customer !== 'string' || ids.has(customer)) continue;
    const { items } = (await send('GET', `/v1/customers/?email=${encodeURIComponent(customer)}`)) as {
      readonly items: readonly Resource[];
    };
    if (items[0]) ids.set(customer, items[0].id);
  }
  return ids;
}
