/** What a client was told: the slot of its activation is taken from one time of the database until another. */
export interface Grant {
  readonly activation: string;
  readonly from: number;
  readonly until: number;
}

/** A client asked at this time for its slot to be returned. */
export interface Return {
  readonly activation: string;
  readonly at: number;
}

/**
 * The most slots that were taken at one moment, as clients were told. A slot that is returned counts until its return is asked for, and an
 * activation counts once, however often it was renewed. What ends at a moment is over before what begins then.
 */
export function mostTaken(grants: readonly Grant[], returns: readonly Return[] = []): number {
  const returnedAt = new Map(returns.map(({ activation, at }) => [activation, at]));
  const changes = [...Map.groupBy(grants, ({ activation }) => activation)]
    .flatMap(([activation, own]) => joined(own, returnedAt.get(activation) ?? Infinity))
    .flatMap(({ from, until }) => [
      { at: from, by: 1 },
      { at: until, by: -1 },
    ]);
  changes.sort((some, other) => some.at - other.at || some.by - other.by);
  let [taken, most] = [0, 0];
  for (const { by } of changes) {
    taken += by;
    most = Math.max(most, taken);
  }
  return most;
}

interface Span {
  readonly from: number;
  until: number;
}

/** The times of one activation, without overlaps. */
function joined(grants: readonly Grant[], end: number): Span[] {
  const spans: Span[] = [];
  for (const { from, until } of grants.toSorted((some, other) => some.from - other.from)) {
    const last = spans.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else spans.push({ from, until });
  }
  return spans.map(({ from, until }) => ({ from, until: Math.min(until, end) })).filter(({ from, until }) => from < until);
}
