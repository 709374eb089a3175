import type { Catalog } from './catalog.ts';
import {
  type Change,
  changesOf,
  digestOf,
  type Entry,
  isObject,
  type Section,
  SECTIONS,
  unnamedIn,
  type Value,
} from './entries.ts';
import { PUSHED } from './entry-of-resource.ts';
import { KINDS } from './kinds.ts';
import { haveSamePrices } from './prices.ts';
import { problemsOf, type Wanted } from './problems.ts';
import type { Found, State } from './read-state.ts';

export interface Step {
  readonly does: 'create' | 'update' | 'archive';
  readonly section: Section;
  readonly key: string;
  /** What the file wants; of an archived thing what it is changed to. */
  readonly entry: Entry;
  readonly found: Found | undefined;
  readonly changes: readonly Change[];
  /** Somebody has changed it since it was pushed or pulled. */
  readonly conflict: boolean;
}

export interface Plan {
  readonly organization: string;
  readonly steps: readonly Step[];
  /** What keeps the plan from being applied. */
  readonly problems: readonly string[];
  /** What stays though the file does not name it. */
  readonly notes: readonly string[];
}

/** What has to be done so that the organization has what the file says. */
export function planOf(wanted: Wanted): Plan {
  const { file, state } = wanted;
  const steps: Step[] = [];
  const problems: string[] = [];
  const notes: string[] = [];
  for (const section of SECTIONS) {
    const entries = file.sections.get(section);
    if (!entries) continue;
    const existing = state.sections.get(section)!;
    for (const [key, entry] of entries) {
      const found = existing.get(key);
      const line = file.lineOf && `line ${file.lineOf(`${section}.${key}`)}: `;
      const at = (sentence: string): number => problems.push(`${line ?? ''}${section}.${key} ${sentence}`);
      for (const sentence of problemsOf(section, key, entry, found, wanted)) at(sentence);
      const step = found ? updateOf(section, entry, found, wanted) : createOf(section, key, entry);
      if (step) steps.push(step);
      const stays = found && fileDigestIn(found) !== digestOf(entry) ? unnamedIn('', found.entry, entry) : [];
      if (stays.length > 0) notes.push(`${section}.${key}: ${stays.join(', ')} not in the file, so as it is.`);
    }
    for (const found of existing.values()) if (!entries.has(found.key)) dropped(section, found, { wanted, steps, notes });
  }
  return { organization: state.organization.slug, steps, problems, notes };
}

const createOf = (section: Section, key: string, entry: Entry): Step => {
  const changes = Object.entries(entry).flatMap(([field, value]) => changesOf(field, undefined, value, false));
  return { does: 'create', section, key, entry, found: undefined, changes, conflict: false };
};

function updateOf(section: Section, wantedEntry: Entry, found: Found, { file, state, prune }: Wanted): Step | undefined {
  const { implied, merges, keepsKey } = KINDS[section];
  const [fileDigest, stateDigest] = pushedIn(found);
  const entry = { ...implied, ...wantedEntry };
  if (fileDigest === digestOf(wantedEntry) && stateDigest === digestOf(found.entry)) return undefined;
  const before = { ...implied, ...found.entry };
  const changes = Object.entries(entry).flatMap(([field, value]) => {
    if (field === 'prices' && section === 'products' && haveSamePrices(listOf(before[field]), listOf(value))) return [];
    return changesOf(field, before[field], value, merges.includes(field));
  });
  if (section === 'connectors' && prune) changes.push(...unmappedIn(entry, before));
  if (changes.length === 0) return undefined;
  const conflict = stateDigest === undefined ? keepsKey && isYounger(found, file, state) : stateDigest !== digestOf(found.entry);
  return { does: 'update', section, key: found.key, entry, found, changes, conflict };
}

/** The digests of the entry and of what the service made of it, when it was pushed last. */
function pushedIn({ resource: { metadata } }: Found): readonly (string | undefined)[] {
  const pushed = isObject(metadata ?? null) ? (metadata as Entry)[PUSHED] : undefined;
  return typeof pushed === 'string' ? pushed.split('.') : [];
}

/** An entry that is the same since then was told about already. */
const fileDigestIn = (found: Found): string | undefined => pushedIn(found)[0];

const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

/** Mappings that the file does not have. */
function unmappedIn({ prices = null }: Entry, before: Entry): readonly Change[] {
  if (!isObject(prices) || !isObject(before['prices'] ?? null)) return [];
  return Object.entries(before['prices'] as Entry)
    .filter(([name]) => !(name in prices))
    .map(([name, from]) => ({ field: `prices.${name}`, from, to: null }));
}

/** Whether somebody has changed it since the file was pulled from this organization. */
const isYounger = ({ resource: { modified_at, created_at } }: Found, { pulled }: Catalog, { organization }: State): boolean =>
  pulled?.organization === organization.slug && Date.parse(modified_at ?? created_at) > Date.parse(pulled.at);

/** What the organization has and the file has not: archived with `--prune`, or told to stay. */
function dropped(
  section: Section,
  found: Found,
  { wanted, steps, notes }: { readonly wanted: Wanted; readonly steps: Step[]; readonly notes: string[] },
): void {
  const { archived } = KINDS[section];
  const isArchived = archived && Object.entries(archived).every(([field, value]) => found.entry[field] === value);
  if (isArchived) return;
  if (!archived) notes.push(`${section}.${found.key} is not in the file, and stays: delete it by hand if nobody needs it.`);
  else if (!wanted.prune) notes.push(`${section}.${found.key} is not in the file, and stays. --prune ${DROPS[section]} it.`);
  else {
    const changes = Object.entries(archived).map(([field, to]) => ({ field, from: found.entry[field] ?? false, to }));
    steps.push({ does: 'archive', section, key: found.key, entry: archived, found, changes, conflict: false });
  }
}

const DROPS: Partial<Record<Section, string>> = { meters: 'archives', products: 'archives', webhook_endpoints: 'disables' };
