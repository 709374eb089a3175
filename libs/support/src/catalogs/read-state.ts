import { everyPage } from '../paging/index.ts';
import { type Entry, keyOf, type Section, SECTIONS, isObject, type Value } from './entries.ts';
import { entryOf, KEY, metadataOf } from './entry-of-resource.ts';
import { KINDS, type Resource } from './kinds.ts';
import type { Referenced } from './references.ts';
import type { Send } from './catalog.ts';

/** Whether a product or a benefit names files: only then they are read. */
function namesFiles(
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
async function customersOf(
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

/** A thing of the organization, as a file would describe it. */
export interface Found {
  readonly id: string;
  readonly key: string;
  readonly entry: Entry;
  readonly resource: Resource;
}

export interface State {
  readonly organization: { readonly id: string; readonly slug: string };
  readonly sections: ReadonlyMap<Section, ReadonlyMap<string, Found>>;
  /** The ids of all keys, by what they name. */
  readonly ids: ReadonlyMap<Referenced, Map<string, string>>;
}

const pageOf = async (send: Send, path: string): Promise<Resource[]> =>
  everyPage(async ({ page, limit }) => (await send('GET', `${path}?page=${page}&limit=${limit}`)) as never);

/** A key for each resource: the one that it keeps, else one made of its name. Older resources come first. */
function keysOf(section: Section | 'files', resources: readonly Resource[]): Map<string, string> {
  const ids = new Map<string, string>();
  const rest: Resource[] = [];
  const byAge = [...resources].sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1));
  for (const resource of byAge) {
    const kept = metadataOf(resource)[KEY];
    if (typeof kept === 'string' && !ids.has(kept)) ids.set(kept, resource.id);
    else rest.push(resource);
  }
  for (const resource of rest) {
    const base = section === 'files' ? String(resource['name']) : keyOf(nameOf(section, resource));
    let key = base;
    for (let number = 2; ids.has(key); number++) key = `${base}-${number}`;
    ids.set(key, resource.id);
  }
  return ids;
}

function nameOf(section: Section, resource: Resource): string {
  const name = resource[KINDS[section].name];
  if (typeof name === 'string' && name !== '') return name;
  return section === 'webhook_endpoints' ? new URL(String(resource['url'])).host : String(resource['provider']);
}

/** The organization that the requests see; undefined if they may see several. */
export async function onlyOrganization(send: Send): Promise<State['organization'] | undefined> {
  const { items } = (await send('GET', '/v1/organizations/?limit=2')) as {
    readonly items: readonly { readonly id: string; readonly slug: string }[];
  };
  const [first] = items;
  return items.length === 1 && first ? { id: first.id, slug: first.slug } : undefined;
}

/** What the organization has in these sections; those that their entries refer to are read as well. */
export async function readState(
  send: Send,
  organization: State['organization'],
  sections: readonly Section[],
  files: ReadonlyMap<Section, ReadonlyMap<string, Entry>>,
): Promise<State> {
  const resources = new Map<Section, Resource[]>();
  const wanted = SECTIONS.slice(0, Math.max(...sections.map((each) => SECTIONS.indexOf(each))) + 1);
  for (const section of wanted) {
    const all = await pageOf(send, KINDS[section].path);
    resources.set(section, section === 'benefits' ? all.filter((each) => each['selectable'] === true) : all);
  }
  const ids = new Map<Referenced, Map<string, string>>();
  for (const [section, found] of resources) ids.set(section, keysOf(section, found));
  ids.set('files', namesFiles(resources, files) ? keysOf('files', await pageOf(send, '/v1/files/')) : new Map());
  ids.set('customers', await customersOf(send, resources, files));
  const keys = new Map([...ids].map(([kind, known]) => [kind, new Map([...known].map(([key, id]) => [id, key]))]));
  const translate = (to: Referenced, id: string): string => keys.get(to)?.get(id) ?? id;
  const state = new Map<Section, ReadonlyMap<string, Found>>();
  for (const section of sections) {
    const found = new Map<string, Found>();
    for (const resource of resources.get(section)!) {
      const prices = section === 'connectors' ? await pageOf(send, `/v1/connectors/${resource.id}/prices`) : [];
      const key = translate(section, resource.id);
      found.set(key, { id: resource.id, key, resource, entry: entryOf(section, resource, prices, translate) });
    }
    state.set(section, found);
  }
  return { organization, sections: state, ids };
}
