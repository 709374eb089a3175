import type { Catalog } from './catalog.ts';
import { changesOf, type Entry, keyOf, type Section } from './entries.ts';
import { KINDS } from './kinds.ts';
import type { Found, State } from './read-state.ts';
import { type Referenced, withIds } from './references.ts';

export interface Wanted {
  readonly file: Catalog;
  readonly state: State;
  readonly prune: boolean;
  /** Secrets of connectors that are not yet there, by the names of variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const secretVariable = (key: string): string => `LATCHKEY_CONNECTOR_SECRET_${key.toUpperCase().replaceAll('-', '_')}`;

/** What keeps an entry from being pushed, as the rest of a sentence that begins with its key. */
export function* problemsOf(
  section: Section,
  key: string,
  entry: Entry,
  found: Found | undefined,
  { file, state, env }: Wanted,
): Generator<string> {
  const { fixed, name, keepsKey } = KINDS[section];
  for (const field of fixed) {
    const value = entry[field];
    if (found && value !== undefined && changesOf(field, found.entry[field], value, false).length > 0)
      yield `cannot change ${field}: make it anew, under another key.`;
  }
  if (!keepsKey && keyOf(String(entry[name] ?? key)) !== key && !found)
    yield `has to have the key ${keyOf(String(entry[name]))}, made of its name.`;
  if (section === 'connectors' && !found && !env[secretVariable(key)])
    yield `does not exist, and needs its secret: set ${secretVariable(key)}.`;
  const unknown = new Set<string>();
  withIds(entry, (to, reference) => {
    const inFile = to !== 'files' && to !== 'customers' && file.sections.get(to)?.has(reference);
    if (!inFile && !state.ids.get(to)?.has(reference)) unknown.add(`names ${WHAT[to]} ${reference}, which does not exist.`);
    return reference;
  });
  yield* unknown;
}

const WHAT: Readonly<Record<Referenced, string>> = {
  meters: 'the meter',
  custom_fields: 'the custom field',
  benefits: 'the benefit',
  products: 'the product',
  webhook_endpoints: 'the webhook endpoint',
  connectors: 'the connector',
  files: 'the file',
  customers: 'the customer',
};
