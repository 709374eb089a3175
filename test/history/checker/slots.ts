import type { NamedSlot, Operation } from '../operations.ts';
import { certainlyAfter, type Done, earliest, type Selection } from './select.ts';

/** The operations that take, release and use the slots of a subject. */
export interface SlotKinds {
  readonly take: 'activate' | 'assign';
  readonly release: 'deactivate' | 'revoke seat';
  readonly use: 'validate activation' | 'claim';
  readonly read: 'read activations' | 'read seats';
  /** Why nothing could be taken. */
  readonly full: string;
}

/** A slot that a client was told of. */
interface Slot extends NamedSlot {
  /** It was taken between these times, */
  readonly takenFrom: number;
  readonly takenUntil: number;
  /** and released between these, or never. */
  readonly releasedFrom: number;
  readonly releasedUntil: number;
}

/** All that is wrong with activations of a key, or seats of a pool, of which there are at most `limit` at any time. */
export function slotViolations(operations: Selection, kinds: SlotKinds, limit: number): string[] {
  const slots = slotsOf(operations, kinds);
  return [
    ...limitViolations(slots, limit),
    ...fullViolations(operations, kinds, slots, limit),
    ...releaseViolations(operations, kinds, slots),
    ...useViolations(operations, kinds, slots),
    ...readViolations(operations, kinds, slots, limit),
  ];
}

/** Where an id is used again, a release may have meant any slot that had it at the time. */
function slotsOf(operations: Selection, { take, release }: SlotKinds): Slot[] {
  const releases = Map.groupBy(operations.possible(release), ({ input }) => input.id);
  const takes = Map.groupBy<string, Done<SlotKinds['take']>>(operations.done(take), ({ answer }) => answer.id);
  return [...takes].flatMap(([id, same]) =>
    same.map(({ input, from, until }) => {
      const own = releases.get(id) ?? [];
      const next = same.filter((other) => other.from > until);
      const certain = own.filter((each) => each.from > until);
      return {
        id,
        name: input.name,
        takenFrom: from,
        takenUntil: until,
        releasedFrom: earliest(own.filter((each) => certainlyAfter(each) > from).map((each) => each.from)),
        releasedUntil: earliest([...certain, ...next].map(certainlyAfter)),
      };
    }),
  );
}

/** A slot is certainly held from the response that confirmed it until a release was asked for. */
function limitViolations(slots: readonly Slot[], limit: number): string[] {
  const changes = slots
    .filter(({ takenUntil, releasedFrom }) => takenUntil < releasedFrom)
    .flatMap(({ takenUntil, releasedFrom, name }) => [
      { at: takenUntil, by: 1, name },
      { at: releasedFrom, by: -1, name },
    ])
    .sort((one, other) => one.at - other.at || one.by - other.by);
  let held = 0;
  for (const { by, name } of changes) {
    held += by;
    if (held > limit) return [`${held} slots of ${limit} were held at the same time, with ${name}`];
  }
  return [];
}

/** Whoever was told that no slot is free: so many may have been held meanwhile. */
function fullViolations(operations: Selection, { take, full }: SlotKinds, slots: readonly Slot[], limit: number): string[] {
  const unknown = operations.all(take).filter(({ outcome }) => outcome === 'unknown');
  return operations
    .refused(take)
    .filter(({ code }) => code === full)
    .filter(({ from, until }) => {
      const possible = slots.filter(({ takenFrom, releasedUntil }) => takenFrom < until && releasedUntil > from);
      return possible.length + unknown.filter((each) => each.from < until).length < limit;
    })
    .map(({ input }) => `${input.name} was refused (${full}) while a slot was free`);
}

function releaseViolations(operations: Selection, { take, release }: SlotKinds, slots: readonly Slot[]): string[] {
  const known = Map.groupBy(slots, ({ id }) => id);
  const nameOf = (id: string): string => known.get(id)?.[0]!.name ?? id;
  const wrong = operations
    .refused(release)
    .filter(({ input, from, until }) => known.get(input.id)?.some((slot) => slot.takenUntil < from && slot.releasedFrom > until))
    .map(({ input, code }) => `${nameOf(input.id)} could not be released (${code}) although it was held`);
  const released = new Set<string>();
  for (const { input } of take === 'activate' ? operations.done(release) : []) {
    if (released.has(input.id)) wrong.push(`${nameOf(input.id)} was released twice`);
    released.add(input.id);
  }
  return wrong;
}

/** A claim is a use that succeeds once, so one that is refused may be too late. */
function useViolations(operations: Selection, { use }: SlotKinds, slots: readonly Slot[]): string[] {
  const uses = Map.groupBy<string, Operation<SlotKinds['use']>>(operations.all(use), ({ input }) => input.name);
  return slots.flatMap(({ name, releasedFrom, releasedUntil }) => {
    const own = uses.get(name) ?? [];
    const done = own.filter(({ outcome }) => outcome === 'done');
    const claimedFrom = use === 'claim' ? (by: object) => earliestBut(own, by) : () => Infinity;
    return [
      ...done.filter(({ from }) => from > releasedUntil).map(() => `${name} was used after it was released`),
      ...own
        .filter((each) => each.outcome === 'refused' && each.until < Math.min(releasedFrom, claimedFrom(each)))
        .map(() => `${name} could not be used although it was held`),
      ...(use === 'claim' && done.length > 1 ? [`${name} was claimed ${done.length} times`] : []),
    ];
  });
}

const earliestBut = (uses: readonly Operation<SlotKinds['use']>[], one: object): number =>
  earliest(uses.filter((each) => each !== one && each.outcome !== 'refused').map(({ from }) => from));

function readViolations(operations: Selection, kinds: SlotKinds, slots: readonly Slot[], limit: number): string[] {
  const found = operations.read(kinds.read);
  if (!found) return ['Nothing was read in the end'];
  const taken = new Map(slots.map((slot) => [slot.name, slot]));
  const attempted = new Set(operations.possible(kinds.take).map(({ input }) => input.name));
  const byName = Map.groupBy<string, NamedSlot & { readonly isClaimed?: boolean }>(found, ({ name }) => name);
  const wrong = found.length > limit ? [`There are ${found.length} slots of ${limit} in the end`] : [];
  for (const [name, same] of byName) {
    const slot = taken.get(name);
    if (!attempted.has(name)) wrong.push(`${name} exists, but was refused or never asked for`);
    if (same.length > 1) wrong.push(`${name} exists ${same.length} times`);
    if (slot && same.some(({ id }) => id !== slot.id)) wrong.push(`${name} is another one than was acknowledged`);
    if (slot && slot.releasedUntil < Infinity) wrong.push(`${name} exists although it was released`);
    if (same[0]!.isClaimed !== undefined) wrong.push(...claimViolations(operations, same[0]!, same[0]!.isClaimed));
  }
  const lost = slots.filter(({ name, releasedFrom }) => releasedFrom === Infinity && !byName.has(name));
  return [...wrong, ...lost.map(({ name }) => `${name} is lost`)];
}

function claimViolations(operations: Selection, { name }: NamedSlot, isClaimed: boolean): string[] {
  const claims = operations.possible('claim').filter(({ input }) => input.name === name);
  if (isClaimed && claims.length === 0) return [`${name} is claimed, but the claim was refused or never asked for`];
  if (!isClaimed && claims.some(({ outcome }) => outcome === 'done')) return [`The claim of ${name} is lost`];
  return [];
}
