import type { ReportedState } from '../../domain/reported-state.ts';

/** A reported state as JSON. */
export type StoredState = Readonly<Record<string, unknown>>;

type Names = Readonly<Record<string, string>>;

/** The stored names are older than those of the domain. */
const STORED: Names = { version: 'stamp', update: 'fact' };
const READ: Names = { stamp: 'version', fact: 'update' };

const VERSIONED = new Set(['customer', 'own', 'snapshot', 'payment', 'dispute', 'initial']);

const renamed = (part: object, names: Names): object =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [names[name] ?? name, value]));

/** Only where the names are ours: other parts have ids of the provider as keys. */
function partIn(names: Names, name: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (VERSIONED.has(name)) return renamed(part, names);
  if (name === 'history' || name === 'rivals') return (part as readonly object[]).map((each) => renamed(each, names));
  // Releases before the history stored these, by the key of the item.
  if (name === 'items')
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, renamed(each as object, names)]));
  return part;
}

const withNames = (names: Names, state: object): object =>
  Object.fromEntries(Object.entries(state).map(([name, part]) => [name, partIn(names, name, part)]));

export const toStored = (state: ReportedState): StoredState => withNames(STORED, state) as StoredState;

export const fromStored = (stored: StoredState): ReportedState => withNames(READ, stored) as ReportedState;
