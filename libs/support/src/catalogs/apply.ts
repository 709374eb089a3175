import { canonical, digestOf, type Entry, isObject, merged, type Section, type Value } from './entries.ts';
import { KINDS, type Resource } from './kinds.ts';
import { type Referenced, withIds } from './references.ts';
import type { Send } from './catalog.ts';
import type { Plan, Step } from './plan.ts';
import { matchPrices } from './prices.ts';
import { secretVariable, type Wanted } from './problems.ts';
import { entryOf, KEY, PUSHED } from './entry-of-resource.ts';
import type { State } from './read-state.ts';

export interface Applying {
  readonly send: Send;
  readonly state: State;
  readonly env: Wanted['env'];
  /** What becomes of a removed benefit for those who have bought the product. */
  readonly existingCustomers: 'keep' | 'revoke';
}

/** Carries the plan out, step by step. Each step is told when it is done. */
export async function applyPlan({ steps }: Plan, applying: Applying, done: (step: Step, id: string) => void): Promise<void> {
  const later: (() => Promise<void>)[] = [];
  for (const step of addOnsLast(steps)) done(step, await apply(step, applying, later));
  for (const each of later) await each();
}

const isAddOn = ({ entry: { attach = null } }: Step): boolean => isObject(attach) && attach['benefit'] !== undefined;

/** Benefits that extend license keys of another one come after it. */
function addOnsLast(steps: readonly Step[]): readonly Step[] {
  const benefits = steps.filter(({ section }) => section === 'benefits');
  const sorted = [...benefits.filter((step) => !isAddOn(step)), ...benefits.filter(isAddOn)].values();
  return steps.map((step) => (step.section === 'benefits' ? sorted.next().value! : step));
}

/** Benefits that others replace may come after them. */
type Later = (() => Promise<void>)[];

async function apply(step: Step, applying: Applying, later: Later): Promise<string> {
  const id = step.found ? step.found.id : await create(step, applying, later);
  if (step.found) await update(step, id, applying, later);
  if (KINDS[step.section].keepsKey) later.push(() => mark(step, id, applying));
  return id;
}

const pathOf = (section: Section, id: string): string => `${KINDS[section].path.replace(/\/$/, '')}/${id}`;

/** The ids of what an entry refers to. The plan has said that all exist, or are created before it. */
function idsOf(entry: Value, { state }: Applying): Value {
  return withIds(entry, (to, key) => {
    const id = state.ids.get(to)?.get(key);
    if (id === undefined) throw new Error(`${to}.${key} does not exist.`);
    return id;
  });
}

/** Replaced benefits that do not exist yet, for a request of their own after all others. */
function withoutUnknown(step: Step, { state }: Applying): { readonly entry: Entry; readonly isWhole: boolean } {
  const { properties = null } = step.entry;
  const replaced = isObject(properties) ? properties['replaces_benefits'] : null;
  if (step.section !== 'benefits' || !isObject(properties) || !Array.isArray(replaced))
    return { entry: step.entry, isWhole: true };
  const known = (replaced as readonly string[]).filter((key) => state.ids.get('benefits')?.has(key));
  const entry = { ...step.entry, properties: { ...properties, replaces_benefits: known } };
  return { entry, isWhole: known.length === replaced.length };
}

async function create(step: Step, applying: Applying, later: Later): Promise<string> {
  const { section, key } = step;
  const { entry, isWhole } = withoutUnknown(step, applying);
  const { keepsKey, initial, name, implied } = KINDS[section];
  const { benefits, prices, enabled, is_archived: isArchived, metadata, ...fields } = { ...initial, ...entry };
  const isProduct = section === 'products';
  const body = {
    ...(idsOf(canonical(fields), applying) as Entry),
    ...(fields[name] === undefined ? { [name]: key } : {}),
    ...(keepsKey ? { metadata: { ...(metadata as Entry | undefined), [KEY]: key } } : {}),
    ...(isProduct ? { prices: idsOf(prices ?? [], applying) } : {}),
    ...(section === 'connectors' ? { secret: applying.env[secretVariable(key)]! } : {}),
    ...(section === 'webhook_endpoints' && benefits ? (idsOf({ benefits }, applying) as Entry) : {}),
  };
  const { id } = (await applying.send('POST', KINDS[section].path, body)) as Resource;
  applying.state.ids.get(section)!.set(key, id);
  if (isProduct && benefits) await offer(id, benefits, applying);
  if (section === 'connectors') await mapPrices(id, prices, {}, applying);
  if (enabled === false) await applying.send('PATCH', pathOf(section, id), { enabled });
  if (isArchived === true && isArchived !== implied['is_archived'])
    await applying.send('PATCH', pathOf(section, id), { is_archived: true });
  if (!isWhole) later.unshift(() => replaceAll(step, id, applying));
  return id;
}

const replaceAll = async ({ section, entry }: Step, id: string, applying: Applying): Promise<void> => {
  const body = { type: entry['type']!, properties: idsOf(canonical(entry['properties']!), applying) };
  await applying.send('PATCH', pathOf(section, id), body);
};

async function update(step: Step, id: string, applying: Applying, later: Later): Promise<void> {
  const { section, found, changes } = step;
  const { merges, tells } = KINDS[section];
  const { entry, isWhole } = withoutUnknown(step, applying);
  const changed = new Set(changes.map(({ field }) => field.split('.')[0]!));
  const body: Record<string, Value> = {};
  for (const field of changed) {
    const value = merges.includes(field) ? merged(found!.entry[field], entry[field]!) : entry[field]!;
    if (field === 'metadata') body[field] = withKept(found!.resource, value);
    else if (section === 'products' && field === 'prices') body[field] = pricesIn(found!.resource, found!.entry, value, applying);
    else if (field !== 'prices' && !(section === 'products' && field === 'benefits'))
      Object.assign(body, idsOf({ [field]: field === 'properties' ? canonical(value) : value }, applying));
  }
  for (const field of tells) body[field] = found!.entry[field]!;
  if (Object.keys(body).length > tells.length) await applying.send('PATCH', pathOf(section, id), body);
  if (section === 'products' && changed.has('benefits')) await offer(id, entry['benefits'] ?? [], applying);
  if (section === 'connectors' && changed.has('prices')) {
    const removed = changes.filter(({ field, to }) => field.startsWith('prices.') && to === null);
    for (const { field } of removed)
      await applying.send('DELETE', `${pathOf(section, id)}/prices/${encodeURIComponent(field.slice('prices.'.length))}`);
    await mapPrices(id, entry['prices'], (found!.entry['prices'] ?? {}) as Entry, applying);
  }
  if (!isWhole) later.unshift(() => replaceAll(step, id, applying));
}

/** The metadata that is wanted, and what the command line keeps in it. */
function withKept({ metadata }: Resource, value: Value): Value {
  const { [KEY]: key = null, [PUSHED]: pushed = null } = metadata as Entry;
  return canonical({ ...(value as Entry), [KEY]: key, [PUSHED]: pushed });
}

const offer = (id: string, benefits: Value, applying: Applying): Promise<unknown> =>
  applying.send('POST', `/v1/products/${id}/benefits?existing_customers=${applying.existingCustomers}`, {
    benefits: (benefits as readonly string[]).map((key) => applying.state.ids.get('benefits')!.get(key)!),
  });

/** Prices that stay, by their ids, and new ones. */
function pricesIn(resource: Resource, before: Entry, wanted: Value, applying: Applying): Value {
  const existing = (before['prices'] ?? []) as readonly Value[];
  const resources = (resource['prices'] ?? []) as readonly Entry[];
  const matches = matchPrices(existing, wanted as readonly Value[]);
  return (wanted as readonly Value[]).map((price, index) => {
    const match = matches[index];
    return match === undefined ? idsOf(price, applying) : { id: resources[match]!['id']! };
  });
}

async function mapPrices(id: string, prices: Value | undefined, before: Entry, applying: Applying): Promise<void> {
  if (!isObject(prices ?? null)) return;
  for (const [externalId, price] of Object.entries(prices as Entry)) {
    const value = canonical(merged(before[externalId], price)) as Entry;
    if (JSON.stringify(value) === JSON.stringify(canonical(before[externalId] ?? null))) continue;
    const body = { external_id: externalId, ...(idsOf(value, applying) as Entry) };
    await applying.send('POST', `/v1/connectors/${id}/prices`, body);
  }
}

/** Keeps, with what was pushed, its key and what it was: by that the next push tells what somebody else has changed. */
async function mark({ section, key, entry }: Step, id: string, { send, state }: Applying): Promise<void> {
  const resource = (await send('GET', pathOf(section, id))) as Resource;
  const keys = new Map([...state.ids].map(([kind, known]) => [kind, new Map([...known].map(([name, each]) => [each, name]))]));
  const translate = (to: Referenced, reference: string): string => keys.get(to)?.get(reference) ?? reference;
  const pushed = `${digestOf(entry)}.${digestOf(entryOf(section, resource, [], translate))}`;
  const metadata = { ...(resource['metadata'] as Entry), [KEY]: key, [PUSHED]: pushed };
  const told = Object.fromEntries(KINDS[section].tells.map((field) => [field, resource[field]!]));
  await send('PATCH', pathOf(section, id), { ...told, metadata });
}
