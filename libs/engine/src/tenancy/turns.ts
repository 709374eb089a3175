import type { ServerResponse } from 'node:http';
import { type Activity, requestActivity } from './activity.ts';
import { FairQueue, type FairQueueLimits, type Place } from './fair-queue.ts';
import type { RequestContext } from './request-context.ts';

interface TurnLimits extends FairQueueLimits {
  /** Between two turns of a tenant, while another one is active, besides the pause of a slow tenant. */
  readonly restMs?: number;
}

/** Expensive work in which tenants take turns. Whoever had one rests while another tenant is active. */
export class Turns {
  private readonly queue: FairQueue;
  private readonly restMs: number;
  private readonly activity: Activity;

  constructor({ restMs = 0, ...limits }: TurnLimits) {
    this.restMs = restMs;
    this.activity = limits.activity ?? requestActivity;
    this.queue = new FairQueue(limits);
  }

  /** Waits for the turn of the work. The returned function ends it; it must be called once. */
  async take(context: RequestContext | undefined): Promise<() => void> {
    const { release } = await new Promise<Place>((granted, refused) => this.queue.take(context, { granted, refused }));
    return () => {
      const tenant = context?.tenant ?? null;
      const rests = this.restMs > 0 && tenant !== null && this.activity.isAnotherActive(tenant, performance.now());
      if (rests) setTimeout(release, this.restMs).unref();
      else release();
    };
  }

  /** The turn lasts until the response was sent or its connection is lost. */
  async takeUntilClosed(context: RequestContext, response: ServerResponse): Promise<void> {
    const end = await this.take(context);
    if (response.destroyed) end();
    else response.once('close', end);
  }
}
