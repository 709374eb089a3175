import { Clock } from '#kernel';
import { Backfills } from '../domain/meters.ts';
import { Partitions } from '../domain/partitions.ts';
import { type RankingPosition, Rankings } from '../domain/rankings.ts';
import { RunBackfills, RunBackfillsHandler } from './run-backfills.ts';
import { MaintainEventPartitions, MaintainEventPartitionsHandler } from './maintain-event-partitions.ts';
import { RankCustomerMeters, RankCustomerMetersHandler } from './rank-customer-meters.ts';

const STEPS = 3;

/** Counts steps and aborts after the third. */
class Steps {
  done = 0;
  private readonly stopping = new AbortController();
  readonly stop = this.stopping.signal;

  step(): void {
    this.done += 1;
    if (this.done === STEPS) this.stopping.abort();
  }
}

class Noon extends Clock {
  now(): Date {
    return new Date('2026-11-20T12:00:00Z');
  }
}

class EndlessBackfills extends Backfills {
  constructor(private readonly steps: Steps) {
    super();
  }

  async run(): Promise<boolean> {
    this.steps.step();
    return true;
  }
}

class EndlessRankings extends Rankings {
  constructor(private readonly steps: Steps) {
    super();
  }

  async rank(): Promise<RankingPosition> {
    this.steps.step();
    return { meterId: 'm', customerMeterId: 'c' };
  }
}

class EndlessPartitions extends Partitions {
  constructor(private readonly steps: Steps) {
    super();
  }

  async createAhead(): Promise<void> {}

  async detachBefore(): Promise<void> {}

  async deleteEvents(): Promise<string> {
    this.steps.step();
    return 'next';
  }
}

test('counting, ranking and deleting stop after the step in which they are aborted', async () => {
  const [counting, ranking, deleting] = [new Steps(), new Steps(), new Steps()];
  await new RunBackfillsHandler(new EndlessBackfills(counting)).execute(new RunBackfills(counting.stop));
  await new RankCustomerMetersHandler(new EndlessRankings(ranking), new Noon()).execute(new RankCustomerMeters(0, ranking.stop));
  await new MaintainEventPartitionsHandler(new EndlessPartitions(deleting), new Noon()).execute(
    new MaintainEventPartitions(30, deleting.stop),
  );
  expect([counting, ranking, deleting].map(({ done }) => done)).toEqual([STEPS, STEPS, STEPS]);
});
