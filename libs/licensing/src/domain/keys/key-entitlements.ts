import { newId, ResourceNotFound, ValidationFailed } from '#kernel';
import { type EntitlementPart, type KeyEntitlement, sameEntitlements, shownEntitlements } from './entitlement-parts.ts';

/** What a purchase brings a key that it did not bring itself. */
export interface AttachedPart {
  readonly grantId: string;
  /** Numbers the decisions about where the grant is attached: a later one wins, in any order of arrival. */
  readonly placement: number;
  /** When the grant was made, ISO 8601. */
  readonly since: string;
  /** Null if the grant is not attached to this key any more. */
  readonly part: EntitlementPart | null;
}

/** What the seller gave a key by hand. Times are ISO 8601. */
export interface GivenPart extends EntitlementPart {
  readonly id: string;
  readonly reason: string;
  readonly createdAt: string;
  readonly endsAt: string | null;
}

/** Where the entitlements of a key come from, if that is not only its own purchase. Stored as JSON. */
export interface EntitlementSources {
  /** What its own purchases bring. */
  readonly own: readonly EntitlementPart[];
  readonly attached: readonly AttachedPart[];
  readonly given: readonly GivenPart[];
}

/** What the seller gives by hand. */
export interface NewGivenPart extends EntitlementPart {
  readonly reason: string;
  readonly endsAt: Date | null;
}

interface EntitledState {
  entitlements: KeyEntitlement[] | null;
  entitlementsRevision: number;
  entitlementSources: EntitlementSources | null;
  entitlementsEndAt: Date | null;
}

const MOST_GIVEN = 50;
/** How many grants that are not attached any more a key remembers, because an older decision about them may still arrive. */
const MOST_DETACHED = 100;

/** What a key entitles to: as its own purchases, those that were attached to it, and the seller decided. */
export class KeyEntitlements {
  constructor(private readonly state: EntitledState) {}

  /** Takes the flags of its own purchases as of so many decisions, older ones than those known excepted. */
  take(revision: number, own: readonly EntitlementPart[]): void {
    if (revision <= this.state.entitlementsRevision) return;
    this.state.entitlementsRevision = revision;
    this.show({ ...this.sources, own });
  }

  /** Takes what a grant attaches to the key, or no longer does. */
  attach(attached: AttachedPart): void {
    const { sources } = this;
    const known = sources.attached.find(({ grantId }) => grantId === attached.grantId);
    if (known && known.placement >= attached.placement) return;
    const others = sources.attached.filter((each) => each !== known);
    const all = [...others, attached].toSorted(byTime);
    const forgotten = new Set(all.filter(({ part }) => part === null).slice(0, -MOST_DETACHED));
    this.show({ ...sources, attached: all.filter((each) => !forgotten.has(each)) });
  }

  /** Returns the ID of what is given. Throws `ValidationFailed`. */
  give({ reason, endsAt, ...part }: NewGivenPart, now: Date): string {
    const { sources } = this;
    if (sources.given.length >= MOST_GIVEN)
      throw ValidationFailed.at(
        ['benefitId'],
        `A license key has at most ${MOST_GIVEN} entitlements that were given by hand.`,
        part.benefit_id,
      );
    if (endsAt && endsAt <= now) throw ValidationFailed.at(['endsAt'], 'The end has to be in the future.', endsAt.toISOString());
    const id = newId('entitlement');
    const given = { ...part, id, reason, createdAt: now.toISOString(), endsAt: endsAt?.toISOString() ?? null };
    this.show({ ...sources, given: [...sources.given, given] });
    return id;
  }

  /** Throws `ResourceNotFound`. */
  takeBack(id: string): void {
    const { sources } = this;
    if (!sources.given.some((each) => each.id === id)) throw new ResourceNotFound();
    this.show({ ...sources, given: sources.given.filter((each) => each.id !== id) });
  }

  /** What was given until then has ended. */
  endGiven(now: Date): void {
    const { sources } = this;
    this.show({ ...sources, given: sources.given.filter(({ endsAt }) => endsAt === null || new Date(endsAt) > now) });
  }

  /** Before other sources there were, what a key showed was all of its own purchases. */
  private get sources(): EntitlementSources {
    const { entitlementSources, entitlements } = this.state;
    return entitlementSources ?? { own: entitlements ?? [], attached: [], given: [] };
  }

  private show(sources: EntitlementSources): void {
    const { own, attached, given } = sources;
    const isOfOwnPurchases = attached.length === 0 && given.length === 0 && own.every(({ combine }) => combine === undefined);
    const shown = shownEntitlements([...own, ...attached.flatMap(({ part }) => part ?? []), ...given]);
    this.state.entitlementSources = isOfOwnPurchases ? null : sources;
    this.state.entitlementsEndAt = firstEnd(given);
    if (!sameEntitlements(this.state.entitlements, shown)) this.state.entitlements = shown;
  }
}

/** In the order of their purchases, which is the same whichever arrives first. */
const byTime = (some: AttachedPart, other: AttachedPart): number =>
  some.since.localeCompare(other.since) || some.grantId.localeCompare(other.grantId);

function firstEnd(given: readonly GivenPart[]): Date | null {
  const [first] = given.flatMap(({ endsAt }) => endsAt ?? []).sort();
  return first === undefined ? null : new Date(first);
}
