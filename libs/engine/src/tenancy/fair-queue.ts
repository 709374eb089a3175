import type { Activity } from './activity.ts';
import { TenantOverloaded, WorkCancelled } from './tenant-overloaded.ts';
import { TenantPace } from './tenant-pace.ts';
import type { RequestContext } from './request-context.ts';

export interface FairQueueLimits {
  /** Places in all. */
  readonly places: number;
  /** Places that only the service itself takes. */
  readonly reserved: number;
  /** Places that a tenant holds at most, if fewer than its share. */
  readonly maxPerTenant?: number;
  /** The longest waiting line of a tenant. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Who counts as active besides those who take places here. */
  readonly activity?: Activity;
  /** A tenant that holds a place for longer than this on average is slow. */
  readonly slowMs?: number;
}

/** Who wants a place. Exactly one of the two is called, once. */
interface Taker {
  /** `release` gives the place back. It must be called once. */
  granted(release: () => void): void;
  refused(error: Error): void;
}

interface Share {
  held: number;
  readonly line: Taker[];
}

/** The wait for a place took too long although the tenant did not ask for too much. */
export class NoFreePlace extends Error {
  constructor() {
    super('timeout exceeded when trying to connect');
  }
}

/** The share of the service itself. No tenant is called so. */
const SERVICE = '';

/**
 * Shares a number of places, such as database connections, between tenants. Each tenant has a waiting line of its own, and the lines
 * take turns. A tenant gets a further place only while more places are free than it holds: alone it gets half of them, beside another
 * one less, so a tenant that holds none finds one. A tenant that holds its places for long gets one at a time, and pauses as long as
 * it held it, while others are active: what it does there occupies processors that all share. Work of the service itself goes first,
 * and some places are reserved for it.
 */
export class FairQueue {
  private heldByTenants = 0;
  private heldByService = 0;
  /** Tenants that hold places or wait, in the order of their turns. */
  private readonly shares = new Map<string, Share>();
  private readonly service: Taker[] = [];
  private readonly pace: TenantPace;

  constructor(private readonly limits: FairQueueLimits) {
    this.pace = new TenantPace(limits.activity, limits.slowMs);
  }

  /** Grants a place at once if one is free for the tenant of the work. With `first`, it is granted like one for the service. */
  take(context: RequestContext | undefined, taker: Taker, { first = false } = {}): void {
    if (context?.isOver) return taker.refused(new WorkCancelled());
    const tenant = first ? SERVICE : (context?.tenant ?? SERVICE);
    const isFree = tenant === SERVICE ? this.free > 0 && this.service.length === 0 : this.mayTake(tenant);
    if (isFree) this.grant(tenant, taker);
    else this.wait(tenant, context, taker);
  }

  private grant(tenant: string, taker: Taker): void {
    if (tenant === SERVICE) {
      this.heldByService += 1;
    } else {
      this.toTheEnd(tenant).held += 1;
      this.heldByTenants += 1;
    }
    const granted = performance.now();
    taker.granted(() => this.release(tenant, granted));
  }

  private release(tenant: string, granted: number): void {
    if (tenant === SERVICE) {
      this.heldByService -= 1;
    } else {
      const pauseMs = this.pace.note(tenant, granted, performance.now());
      const share = this.toTheEnd(tenant);
      share.held -= 1;
      this.heldByTenants -= 1;
      this.forget(tenant, share);
      // A timer may be early by up to a millisecond.
      if (pauseMs > 0) setTimeout(() => this.serve(), pauseMs + 2).unref();
    }
    this.serve();
  }

  private get free(): number {
    return this.limits.places - this.heldByTenants - this.heldByService;
  }

  private get freeForTenants(): number {
    return Math.min(this.free, this.limits.places - this.limits.reserved - this.heldByTenants);
  }

  private mayTake(tenant: string): boolean {
    const share = this.shares.get(tenant);
    return this.service.length === 0 && (share?.line.length ?? 0) === 0 && this.mayHoldMore(tenant, share?.held ?? 0);
  }

  private mayHoldMore(tenant: string, held: number): boolean {
    if (held >= Math.min(this.freeForTenants, this.limits.maxPerTenant ?? Infinity)) return false;
    return !this.pace.mustWait(tenant, held, performance.now());
  }

  private share(tenant: string): Share {
    const share = this.shares.get(tenant) ?? { held: 0, line: [] };
    this.shares.set(tenant, share);
    return share;
  }

  /** The turn of the tenant is over. */
  private toTheEnd(tenant: string): Share {
    const share = this.share(tenant);
    this.shares.delete(tenant);
    this.shares.set(tenant, share);
    return share;
  }

  private forget(tenant: string, { held, line }: Share): void {
    if (held === 0 && line.length === 0) this.shares.delete(tenant);
  }

  private wait(tenant: string, context: RequestContext | undefined, taker: Taker): void {
    const { maxWaiting, maxWaitMs } = this.limits;
    const line = tenant === SERVICE ? this.service : this.share(tenant).line;
    if (tenant !== SERVICE && !context!.isBackground && line.length >= maxWaiting)
      return taker.refused(new TenantOverloaded(TOO_MANY));
    const giveUp = (error: Error): void => {
      line.splice(line.indexOf(waiting), 1);
      if (tenant !== SERVICE) this.forget(tenant, this.share(tenant));
      stopWaiting();
      taker.refused(error);
    };
    const timer = context?.isBackground ? undefined : setTimeout(() => giveUp(this.reasonFor(tenant)), maxWaitMs).unref();
    const stopListening = context?.onCancel?.(() => giveUp(new WorkCancelled()));
    const stopWaiting = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    const waiting: Taker = {
      granted: (release) => {
        stopWaiting();
        taker.granted(release);
      },
      refused: taker.refused,
    };
    line.push(waiting);
  }

  /** Why the work waited for so long: because of its own tenant, or because of others. */
  private reasonFor(tenant: string): Error {
    const held = this.shares.get(tenant)?.held ?? 0;
    return held > 0 || this.pace.isSlow(tenant) ? new TenantOverloaded(TOO_MANY) : new NoFreePlace();
  }

  /** Gives free places to those who wait: first to the service, then to the tenants in turn. */
  private serve(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) this.grant(...next);
  }

  private next(): [tenant: string, taker: Taker] | undefined {
    if (this.free <= 0) return undefined;
    const own = this.service.shift();
    if (own) return [SERVICE, own];
    for (const [tenant, share] of this.shares) {
      const { held, line } = share;
      if (line.length === 0 || !this.mayHoldMore(tenant, held)) continue;
      return [tenant, line.shift()!];
    }
    return undefined;
  }
}

const TOO_MANY = 'Too many requests at the same time. Try again in 1 second.';
