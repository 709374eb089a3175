import type { WallClock } from '#kernel';
import { type Dependent, type ProviderObject, type ProviderObjects, rankOf } from '../domain/provider-objects.ts';
import type { ReportingConnector } from './purchase-result.ts';
import type { Purchases } from './purchases.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/** An object that is to be worked on, or is. */
interface Turn extends Dependent {
  /** Counted in this process. */
  beganAt: number;
}

const NOT_BEGUN = Infinity;

/**
 * Works on provider objects whose reported state was stored, and on what waits for them. Everything is looked up after it was stored, so of
 * two events that need each other the later one finds what the earlier one said.
 */
export class ObjectWork {
  private readonly turns = new Map<string, Set<Turn>>();
  private begun = 0;

  constructor(
    private readonly objects: ProviderObjects,
    private readonly purchases: Purchases,
    private readonly undelivered: UndeliveredNotes,
    private readonly clock: WallClock,
  ) {}

  /**
   * Each object is worked on once, after those that it depends on. The first one is worked on as it was merged. Others may have been begun
   * meanwhile, before there was what they depend on, so they are begun when their turn comes.
   */
  async update(connector: ReportingConnector, merged: readonly ProviderObject[]): Promise<void> {
    const objects = merged.toSorted((one, other) => rankOf(one.reported.kind) - rankOf(other.reported.kind));
    const turns = objects.map(({ id, reported: { kind } }) => this.expect({ id, kind }));
    const left = [...turns];
    const revisions = new Map(objects.map(({ id, revision }) => [id, revision]));
    try {
      for (let turn = left.shift(); turn; turn = left.shift()) {
        turn.beganAt = ++this.begun;
        const object = turn.id === objects[0]!.id ? objects[0]! : await this.objects.begin(turn.id, revisions.get(turn.id));
        const known = new Set(turns.map(({ id }) => id));
        const waiting = (await this.workOn(connector, object)).filter(({ id }) => !known.has(id));
        const further = waiting.filter((each) => !this.isFoundBy(each, turn)).map((each) => this.expect(each));
        turns.push(...further);
        left.push(...further);
        left.sort((one, other) => rankOf(one.kind) - rankOf(other.kind));
      }
    } finally {
      for (const turn of turns) this.forget(turn);
    }
  }

  /** Returns what is to be worked on after it. */
  private async workOn(connector: ReportingConnector, object: ProviderObject): Promise<readonly Dependent[]> {
    const result = await this.purchases.resultOf(connector, object);
    const { outcome, resultId } = result;
    await Promise.all([this.undelivered.note(connector, object, result), this.objects.settle(object, result, this.clock.now())]);
    if (object.reported.kind !== 'customer' && resultId === null && outcome.status === 'waiting') return [];
    return this.objects.waitingFor(object);
  }

  /**
   * Whether another call works on it anyway and finds what was stored: it begins later, or has begun after the customer was stored. What
   * else depends on is made only while it is worked on.
   */
  private isFoundBy({ id }: Dependent, { kind, beganAt }: Turn): boolean {
    const since = kind === 'customer' ? beganAt : this.begun;
    return [...(this.turns.get(id) ?? [])].some((turn) => turn.beganAt > since);
  }

  private expect({ id, kind }: Dependent): Turn {
    const turn = { id, kind, beganAt: NOT_BEGUN };
    this.turns.set(id, (this.turns.get(id) ?? new Set()).add(turn));
    return turn;
  }

  private forget(turn: Turn): void {
    const others = this.turns.get(turn.id)!;
    others.delete(turn);
    if (others.size === 0) this.turns.delete(turn.id);
  }
}
