import { createHash } from 'node:crypto';
import type { SubscriptionUpdate } from './provider-updates.ts';
import type { EventUpdates, IncomingEvent } from './provider.ts';

/** What an event changes. States are digests, which are compared only. */
interface StateChange {
  /** The state before the event, if it tells that. */
  readonly from?: string;
  /** The state that the event tells. */
  readonly to: string;
  /** The end of the period that the event tells, or `''`. */
  readonly until: string;
}

/**
 * The order of events: by time, then by rank (created, told, updated, ended). Of several of the same time and rank, one that begins with the
 * state in which another one ends is later; else that with the later period; else that with the higher id, because providers say nothing
 * more and the choice has to be the same everywhere.
 */
export interface Version {
  readonly at: string;
  readonly rank: number;
  readonly eventId: string;
  /** The change that an event about a subscription tells. Missing in what an earlier release stored. */
  readonly change?: StateChange;
}

/** What an event says, with its place in the order. */
export interface Versioned<T> {
  readonly version: Version;
  readonly update: T;
}

const stateOf = (update: SubscriptionUpdate): string =>
  createHash('sha256').update(JSON.stringify(update)).digest('base64url').slice(0, 12);

export function versionOf(
  { id, occurredAt }: Pick<IncomingEvent, 'id' | 'occurredAt'>,
  { rank, updates, before }: EventUpdates,
): Version {
  const version = { at: occurredAt.toISOString(), rank, eventId: id };
  const told = updates.find((update) => update.kind === 'subscription');
  if (!told) return version;
  const from = before ? { from: stateOf(before) } : {};
  return { ...version, change: { ...from, to: stateOf(told), until: told.period?.end ?? '' } };
}

export const laterTime = (one: string, other: string): string => (one > other ? one : other);

/** Lists of values of the same types, the first difference decides. */
export function compare(some: readonly (string | number)[], others: readonly (string | number)[]): number {
  const index = some.findIndex((value, position) => value !== others[position]);
  return index < 0 ? 0 : some[index]! < others[index]! ? -1 : 1;
}

const parts = ({ at, rank, change, eventId }: Version) => [at, rank, change?.until ?? '', eventId] as const;

/** Without what the events change. */
export const compareVersions = (one: Version, other: Version): number => compare(parts(one), parts(other));

/** The events in their order. `state` is that before the first one, if it is known. */
export function inOrder<T extends Pick<Versioned<unknown>, 'version'>>(events: readonly T[], state?: string): T[] {
  const sorted = events.toSorted((one, other) => compareVersions(one.version, other.version));
  const groups = Map.groupBy(sorted, ({ version: { at, rank } }) => `${at} ${rank}`);
  const ordered: T[] = [];
  for (const group of groups.values()) ordered.push(...byChanges(group, ordered.at(-1)?.version.change?.to ?? state));
  return ordered;
}

/** Each after the one in whose state it begins. In a circle, the state before all of them tells which is the first one. */
function byChanges<T extends Pick<Versioned<unknown>, 'version'>>(events: readonly T[], before: string | undefined): T[] {
  if (events.length === 1) return [...events];
  const left = [...events];
  const ordered: T[] = [];
  while (left.length > 0) {
    const follows = (one: T): boolean => {
      const { from, to } = one.version.change ?? {};
      return from !== undefined && from !== to && left.some((other) => other !== one && other.version.change?.to === from);
    };
    const state = ordered.at(-1)?.version.change?.to ?? before;
    const next = left.find((each) => !follows(each)) ?? left.find(({ version }) => version.change?.from === state) ?? left[0]!;
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}
