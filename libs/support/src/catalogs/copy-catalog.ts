import { applyPlan } from './apply.ts';
import { canonical, type Entry, isObject, type Section, SECTIONS } from './entries.ts';
import { type Plan, planOf } from './plan.ts';
import { readState, type State } from './read-state.ts';
import type { Send } from './catalog.ts';

/** The sections that are copied. Webhook endpoints and connectors lead to other systems, and have secrets. */
const COPIED: readonly Section[] = ['meters', 'custom_fields', 'benefits', 'products'];

/** Why something was not copied: it leads to other systems, is of files, or names a customer. */
export type Reason = 'secrets' | 'files' | 'customer';

export interface LeftOut {
  readonly section: Section;
  readonly key: string;
  /** The field, if everything else was copied. */
  readonly field?: string;
  readonly reason: Reason;
}

interface Side {
  readonly organization: State['organization'];
  readonly send: Send;
}

interface Copying {
  /** The organization with the catalog, and the other one. Requests to each see nothing of others. */
  readonly from: Side;
  readonly to: Side;
  /** Is called after each step with how many are done. */
  readonly progress?: (done: number, of: number) => void;
}

export class CatalogNotCopied extends Error {
  constructor(readonly problems: Plan['problems']) {
    super(problems.join('\n'));
  }
}

/**
 * Makes the catalog of an organization in another one, as pushing a file with it would. What is there already is changed to it, so a copy that
 * was interrupted is completed by another one. Returns what was left out. Throws `CatalogNotCopied`, and what the service refuses.
 */
export async function copyCatalog({ from, to, progress = () => undefined }: Copying): Promise<readonly LeftOut[]> {
  const leftOut: LeftOut[] = [];
  const sections = copiesOf(await readState(from.send, from.organization, SECTIONS, new Map()), leftOut);
  const state = await readState(to.send, to.organization, COPIED, sections);
  const plan = planOf({ file: { sections }, state, prune: false, env: {} });
  if (plan.problems.length > 0) throw new CatalogNotCopied(plan.problems);
  let done = 0;
  progress(done, plan.steps.length);
  await applyPlan(plan, { send: to.send, state, env: {}, existingCustomers: 'keep' }, () => progress(++done, plan.steps.length));
  return leftOut;
}

/** The entries to make, without what they would need outside of the catalog. */
function copiesOf({ sections }: State, leftOut: LeftOut[]): Map<Section, Map<string, Entry>> {
  const copies = new Map<Section, Map<string, Entry>>(COPIED.map((section) => [section, new Map()]));
  for (const [section, found] of sections) {
    for (const { key, entry } of found.values()) {
      const leave = (reason: Reason, field?: string): number =>
        leftOut.push({ section, key, reason, ...(field !== undefined && { field }) });
      if (entry['is_archived'] === true) continue;
      if (!copies.has(section)) leave('secrets');
      else if (entry['type'] === 'downloadables') leave('files');
      else copies.get(section)!.set(key, withoutOutside(entry, leave));
    }
  }
  const benefits = copies.get('benefits')!;
  for (const [key, entry] of copies.get('products')!) {
    const offered = (entry['benefits'] ?? []) as readonly string[];
    copies.get('products')!.set(key, { ...entry, benefits: offered.filter((each) => benefits.has(each)) });
  }
  return copies;
}

function withoutOutside(entry: Entry, leave: (reason: Reason, field: string) => unknown): Entry {
  const { medias = null, properties = null } = entry;
  const policy = isObject(properties) ? (properties['policy'] ?? null) : null;
  const isTrial = isObject(policy) && isObject(policy['trial'] ?? null);
  if (medias !== null) leave('files', 'medias');
  if (isTrial) leave('customer', 'properties.policy.trial');
  return canonical({
    ...entry,
    medias: null,
    ...(isTrial && { properties: { ...(properties as Entry), policy: { ...(policy as Entry), trial: null } } }),
  }) as Entry;
}
