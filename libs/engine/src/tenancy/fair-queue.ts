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
  /** The longest queue of a tenant. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Who counts as active besides those who take places here. */
  readonly activity?: Activity;
  /** A tenant that holds a place for longer than this on average is slow. */
  readonly slowMs?: number;
}

/** A place that is held. */
export interface Place {
  /** Says whether its holder waits for a lock now, and needs no processor. */
  waitsForLock(isWaiting: boolean): void;
  /** Gives the place back. It must be called once. */
  release(): void;
}

/** Who wants a place. Exactly one of the two is called, once. */
interface Taker {
  granted(place: Place): void;
  refused(error: Error): void;
}

interface Waiting extends Taker {
  readonly operation: string | undefined;
}

interface Holder {
  readonly operation: string | undefined;
  waitsForLock: boolean;
}

/** What a tenant holds, and who waits for more. */
interface Share {
  readonly holders: Set<Holder>;
  /** The number of holders that wait for a lock. */
  locked: number;
  readonly queue: Waiting[];
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
 * Shares a number of places, such as database connections, between tenants. Each tenant has a queue of its own, and the queues
 * take turns. A tenant gets a further place only while more places are free than it holds: alone it gets half of them, beside another
 * one less, so a tenant that holds none finds one. A tenant that holds its places for long gets one at a time, and pauses as long as
 * it held it, while others are active: what it does there occupies processors that all share. Work of the service itself goes first,
 * and some places are reserved for it.
 *
 * Places whose holders wait for a lock, such as that of an operator on a table, count as one, and until none waits any more, each operation
 * of the tenant has one place at most: what needs the same lock takes no further one, and what does not goes on.
 */
export class FairQueue {
  private heldByTenants = 0;
  private heldByService = 0;
  /** Tenants that hold places or wait, in the order of their turns. */
  private readonly shares = new Map<string, Share>();
  private readonly service: Waiting[] = [];
  private readonly pace: TenantPace;

  constructor(private readonly limits: FairQueueLimits) {
    this.pace = new TenantPace(limits.activity, limits.slowMs);
  }

  /** Grants a place at once if one is free for the tenant of the work. With `first`, it is granted like one for the service. */
  take(context: RequestContext | undefined, taker: Taker, { first = false } = {}): void {
    if (context?.isOver) return taker.refused(new WorkCancelled());
    const tenant = first ? SERVICE : (context?.tenant ?? SERVICE);
    const operation = context?.operation;
    const isFree = tenant === SERVICE ? this.free > 0 && this.service.length === 0 : this.mayTake(tenant, operation);
    if (!isFree) return this.wait(tenant, context, taker);
    taker.granted(tenant === SERVICE ? this.placeOfService() : this.placeOf(tenant, operation));
  }

  private placeOfService(): Place {
    this.heldByService += 1;
    return {
      waitsForLock: () => undefined,
      release: () => {
        this.heldByService -= 1;
        this.serve();
      },
    };
  }

  private placeOf(tenant: string, operation: string | undefined): Place {
    const holder: Holder = { operation, waitsForLock: false };
    this.toTheEnd(tenant).holders.add(holder);
    this.heldByTenants += 1;
    const granted = performance.now();
    let hasWaited = false;
    const note = (waitsForLock: boolean): void => {
      if (waitsForLock === holder.waitsForLock) return;
      this.share(tenant).locked += waitsForLock ? 1 : -1;
      holder.waitsForLock = waitsForLock;
      hasWaited ||= waitsForLock;
    };
    return {
      waitsForLock: (waitsForLock) => {
        note(waitsForLock);
        this.serve();
      },
      release: () => {
        note(false);
        // Who waits for a lock occupies no processor.
        const pauseMs = hasWaited ? 0 : this.pace.note(tenant, granted, performance.now());
        const share = this.toTheEnd(tenant);
        share.holders.delete(holder);
        this.heldByTenants -= 1;
        this.forget(tenant, share);
        // A timer may be early by up to a millisecond.
        if (pauseMs > 0) setTimeout(() => this.serve(), pauseMs + 2).unref();
        this.serve();
      },
    };
  }

  private get free(): number {
    return this.limits.places - this.heldByTenants - this.heldByService;
  }

  private get freeForTenants(): number {
    return Math.min(this.free, this.limits.places - this.limits.reserved - this.heldByTenants);
  }

  private mayTake(tenant: string, operation: string | undefined): boolean {
    if (this.service.length > 0) return false;
    const share = this.share(tenant);
    return this.mayHoldMore(tenant, share) && this.firstOf(share) === undefined && mayRun(share, operation);
  }

  private mayHoldMore(tenant: string, { holders, locked }: Share): boolean {
    const running = holders.size - locked;
    const counted = running + Math.min(locked, 1);
    if (counted >= Math.min(this.freeForTenants, this.limits.maxPerTenant ?? Infinity)) return false;
    return !this.pace.mustWait(tenant, running, performance.now());
  }

  /** Whose turn it is in the queue of a tenant. */
  private firstOf(share: Share): Waiting | undefined {
    return share.queue.find(({ operation }) => mayRun(share, operation));
  }

  private share(tenant: string): Share {
    const share = this.shares.get(tenant) ?? { holders: new Set(), locked: 0, queue: [] };
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

  private forget(tenant: string, { holders, queue }: Share): void {
    if (holders.size === 0 && queue.length === 0) this.shares.delete(tenant);
  }

  private wait(tenant: string, context: RequestContext | undefined, taker: Taker): void {
    const { maxWaiting, maxWaitMs } = this.limits;
    const queue = tenant === SERVICE ? this.service : this.share(tenant).queue;
    if (tenant !== SERVICE && !context!.isBackground && queue.length >= maxWaiting)
      return taker.refused(new TenantOverloaded(TOO_MANY));
    const giveUp = (error: Error): void => {
      queue.splice(queue.indexOf(waiting), 1);
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
    const waiting: Waiting = {
      operation: context?.operation,
      granted: (place) => {
        stopWaiting();
        taker.granted(place);
      },
      refused: taker.refused,
    };
    queue.push(waiting);
  }

  /** Why the work waited for so long: because of its own tenant, or because of others. */
  private reasonFor(tenant: string): Error {
    const isHolder = (this.shares.get(tenant)?.holders.size ?? 0) > 0;
    return isHolder || this.pace.isSlow(tenant) ? new TenantOverloaded(TOO_MANY) : new NoFreePlace();
  }

  /** Gives free places to those who wait: first to the service, then to the tenants in turn. */
  private serve(): void {
    while (this.free > 0) {
      const own = this.service.shift();
      if (own) own.granted(this.placeOfService());
      else if (!this.serveTenant()) return;
    }
  }

  /** Gives a place to the tenant whose turn it is, if there is one. */
  private serveTenant(): boolean {
    for (const [tenant, share] of this.shares) {
      if (share.queue.length === 0 || !this.mayHoldMore(tenant, share)) continue;
      const next = this.firstOf(share);
      if (next === undefined) continue;
      share.queue.splice(share.queue.indexOf(next), 1);
      next.granted(this.placeOf(tenant, next.operation));
      return true;
    }
    return false;
  }
}

/** Whether the operation may have a further place of a tenant. */
const mayRun = ({ holders, locked }: Share, operation: string | undefined): boolean =>
  locked === 0 || ![...holders].some((holder) => holder.operation === operation);

const TOO_MANY = 'Too many requests at the same time. Try again in 1 second.';
