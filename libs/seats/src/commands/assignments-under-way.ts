interface PoolUnderWay {
  seats: number;
  ended: PromiseWithResolvers<void>;
}

/**
 * The assignments of this process that have not ended, by pool. Recipients become members before they get their seat, so only as many
 * assignments run as there are free seats; the others wait, and find out whether any are left. Waiting ones hold no resources.
 */
export class AssignmentsUnderWay {
  private readonly pools = new Map<string, PoolUnderWay>();

  /** The seats that they will take if they succeed. */
  seatsOf(poolId: string): number {
    return this.pools.get(poolId)?.seats ?? 0;
  }

  /** Resolves when one of them has ended. */
  async nextEnd(poolId: string): Promise<void> {
    await this.pools.get(poolId)?.ended.promise;
  }

  async run<T>(poolId: string, seats: number, work: () => Promise<T>): Promise<T> {
    const pool = this.pools.get(poolId) ?? { seats: 0, ended: Promise.withResolvers<void>() };
    this.pools.set(poolId, pool);
    pool.seats += seats;
    try {
      return await work();
    } finally {
      pool.seats -= seats;
      const { ended } = pool;
      pool.ended = Promise.withResolvers<void>();
      if (pool.seats === 0) this.pools.delete(poolId);
      ended.resolve();
    }
  }
}
