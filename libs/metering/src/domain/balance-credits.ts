import { ResourceNotFound, ValidationFailed } from '#kernel';
import { type Credit, creditedUnits } from './balances.ts';
import { Decimal } from './decimal.ts';
import {
  compareUse,
  DEFAULT_PRIORITY,
  type EndedCredit,
  endOf,
  leftOf,
  type Pot,
  type SeparateCredit,
} from './separate-credit.ts';

/** The separate credits of a balance that a seller may give. */
const MOST_SEPARATE = 100;

/**
 * The credits of a balance in its billing window, and what usage has drawn from them. Usage draws from the credits that there are when it
 * arrives, so it is attributed to them before they change (`draw`); usage that found no credit draws from the next one. The credits
 * without an end and a priority (`plain`) are drawn from together, and so is what was used of those that have ended.
 */
export class BalanceCredits {
  private readonly endedBefore: ReadonlySet<string>;

  constructor(
    private readonly plain: readonly Credit[],
    private own: readonly SeparateCredit[],
    private attributed: Decimal | null,
  ) {
    this.endedBefore = new Set(this.ended.map(({ id }) => id));
  }

  /** All separate credits, with those that have ended in this billing window. */
  get separate(): readonly SeparateCredit[] {
    return this.own;
  }

  /** The separate credits that may have changed: what has ended before stays as it is. */
  get changed(): readonly SeparateCredit[] {
    return this.own.filter(({ id }) => !this.endedBefore.has(id));
  }

  /** The separate credits that have not ended, with what is left of them. */
  get inOrderOfUse(): readonly (SeparateCredit & { readonly left: Decimal })[] {
    return this.active.sort(compareUse).map((credit) => ({ ...credit, left: leftOf(credit) }));
  }

  /** The usage that has drawn from credits; null if it does not matter, because no separate credit is left. */
  get drawn(): Decimal | null {
    return this.active.length > 0 ? this.attributed : null;
  }

  /** The credited units; of credits that have ended, what was used. */
  get units(): Decimal {
    return Decimal.sum([this.plainUnits, ...this.active.map(({ units }) => units)]);
  }

  /** What is left of the credits without an end and a priority. */
  plainLeft(consumed: Decimal): Decimal {
    const { units, drawn } = this.plainPot(this.attributedAt(consumed));
    return units.minus(drawn);
  }

  /** The earliest end of a separate credit. */
  get nextEnd(): Date | null {
    const ends = this.active.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
    return ends.length > 0 ? new Date(Math.min(...ends)) : null;
  }

  /** Attributes the usage that has arrived, or was taken back, since the last change. What is taken back is that which was drawn last in order. */
  draw(consumed: Decimal): void {
    if (this.attributed === null) return;
    const plain = this.plainPot(this.attributed);
    const pots = [...this.active.map((credit): Pot => ({ ...credit })), plain].sort(compareUse);
    let change = consumed.minus(Decimal.sum(pots.map(({ drawn }) => drawn)));
    if (change.isPositive) {
      for (const pot of pots) {
        const taken = Decimal.min(pot.units.minus(pot.drawn), change);
        pot.drawn = pot.drawn.plus(taken);
        change = change.minus(taken);
      }
    } else {
      for (const pot of pots.toReversed()) {
        const returned = Decimal.max(Decimal.min(pot.drawn, Decimal.ZERO.minus(change)), Decimal.ZERO);
        pot.drawn = pot.drawn.minus(returned);
        change = change.plus(returned);
      }
      // Usage below 0 adds to the balance.
      plain.drawn = plain.drawn.plus(change);
    }
    const drawn = new Map(pots.map((pot) => [pot.id, pot.drawn]));
    this.own = this.own.map((credit) => (credit.endedAt ? credit : { ...credit, drawn: drawn.get(credit.id)! }));
    this.attributed = Decimal.sum(pots.map((pot) => pot.drawn));
  }

  /** Adds a credit without an end and a priority, or takes one back. */
  withPlain(credit: Credit, consumed: Decimal): BalanceCredits {
    this.draw(consumed);
    return new BalanceCredits([...this.plain, credit], this.own, this.attributed);
  }

  add(credit: Omit<SeparateCredit, 'drawn' | 'endedAt'>, consumed: Decimal): void {
    this.attributed = this.attributedAt(consumed);
    this.own = [...this.own, { ...credit, drawn: Decimal.ZERO, endedAt: null }];
  }

  /** Adds a credit that a seller gives. */
  give(credit: Omit<SeparateCredit, 'drawn' | 'endedAt' | 'grantId'>, consumed: Decimal): void {
    if (credit.expiresAt && credit.expiresAt <= credit.at) {
      throw ValidationFailed.at(['expiresAt'], 'A credit cannot end before it is given.', credit.expiresAt);
    }
    if (this.active.length >= MOST_SEPARATE) {
      throw ValidationFailed.at(['units'], `A customer meter has at most ${MOST_SEPARATE} credits with an end or a priority.`);
    }
    this.add({ ...credit, grantId: null }, consumed);
  }

  /** The ends that have come, earliest first. */
  endsUntil(now: Date): Date[] {
    const ends = this.active.flatMap((credit) => (endOf(credit) <= now.getTime() ? endOf(credit) : []));
    return [...new Set(ends)].sort((a, b) => a - b).map((end) => new Date(end));
  }

  /** Ends the credits whose end is `end`; `consumed` is the usage until then. */
  expire(end: Date, consumed: Decimal): EndedCredit[] {
    return this.end((credit) => endOf(credit) === end.getTime(), consumed, end);
  }

  /** Takes away what is left of a credit now. */
  takeBack(id: string, consumed: Decimal, now: Date): EndedCredit {
    const [ended] = this.end((credit) => credit.id === id, consumed, now);
    if (!ended) throw new ResourceNotFound();
    return ended;
  }

  /** Takes away what is left of the credits that a grant brought. */
  takeBackGrant(grantId: string, consumed: Decimal, now: Date): EndedCredit[] {
    return this.end((credit) => credit.grantId === grantId, consumed, now);
  }

  /** Refuses to take back more than is left of the credits without an end and a priority. */
  assertLeft(units: number, consumed: Decimal): void {
    const left = Decimal.max(this.plainLeft(consumed), Decimal.ZERO);
    if (!left.isLessThan(Decimal.of(units))) return;
    throw ValidationFailed.at(['units'], `Only ${left} units are left of credits without an end and a priority.`, units);
  }

  /**
   * What is left when a billing window ends with this usage: separate credits that roll over, with whole units. `rollOver` returns the
   * units of the others that do, from them and the usage that they have to cover.
   */
  rollOver(
    rollOver: (credits: readonly Credit[], consumed: number) => number,
    consumed: Decimal,
  ): { credits: BalanceCredits; units: number } {
    this.draw(consumed);
    const ended = Decimal.sum(this.ended.map(({ drawn }) => drawn));
    const covered = (this.drawn === null ? consumed : this.plainPot(this.drawn).drawn).minus(ended);
    const rolling = this.active.flatMap((credit) => {
      const units = leftOf(credit).floor;
      return credit.rollover && units.isPositive ? [{ ...credit, units, drawn: Decimal.ZERO }] : [];
    });
    return {
      credits: new BalanceCredits([], rolling, rolling.length > 0 ? Decimal.ZERO : null),
      units: rollOver(this.plain, covered.toNumber()),
    };
  }

  /** The credits of two balances whose usage was attributed to them, with `consumed` units of usage each. */
  static merged(parts: readonly { readonly credits: BalanceCredits; readonly consumed: Decimal }[]): BalanceCredits {
    const all = parts.map(({ credits }) => credits);
    return new BalanceCredits(
      all.flatMap(({ plain }) => plain),
      all.flatMap(({ own }) => own),
      Decimal.sum(parts.map(({ credits, consumed }) => credits.attributedAt(consumed))),
    );
  }

  private attributedAt(consumed: Decimal): Decimal {
    this.draw(consumed);
    return this.drawn ?? Decimal.min(consumed, this.units);
  }

  private end(isMeant: (credit: SeparateCredit) => boolean, consumed: Decimal, at: Date): EndedCredit[] {
    this.draw(consumed);
    const meant = this.active.filter(isMeant);
    this.own = this.own.map((credit) => (meant.includes(credit) ? { ...credit, endedAt: at } : credit));
    return meant.map((credit) => ({ credit, rest: leftOf(credit), at }));
  }

  private get active(): SeparateCredit[] {
    return this.own.filter(({ endedAt }) => endedAt === null);
  }

  private get ended(): SeparateCredit[] {
    return this.own.filter(({ endedAt }) => endedAt !== null);
  }

  private get plainUnits(): Decimal {
    return Decimal.sum([Decimal.of(creditedUnits(this.plain)), ...this.ended.map(({ drawn }) => drawn)]);
  }

  /** Plain credits that were taken back after they were used leave their usage to others. */
  private plainPot(attributed: Decimal): Pot {
    const units = this.plainUnits;
    const drawn = Decimal.min(attributed.minus(Decimal.sum(this.active.map((credit) => credit.drawn))), units);
    return { id: '', units, drawn, priority: DEFAULT_PRIORITY, expiresAt: null, rollover: false, at: new Date(0) };
  }
}
