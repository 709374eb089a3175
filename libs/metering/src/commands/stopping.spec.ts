import { Clock } from '#kernel';
import { Backfills } from '../domain/meters.ts';
import { EventHandover } from '../domain/event-handover.ts';
import { type EventRange, EventSink, EventSinks } from '../domain/event-sink.ts';
import { Partitions } from '../domain/partitions.ts';
import { type RankingPosition, Rankings } from '../domain/rankings.ts';
import { HandOverEvents, HandOverEventsHandler } from './hand-over-events.ts';
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

  async deleteEvents(): Promise<boolean> {
    this.steps.step();
    return true;
  }

  async divideExternalIds(): Promise<void> {}
}

class EndlessHandover extends EventHandover {
  async prepare(): Promise<boolean> {
    return true;
  }

  async claim(): Promise<EventRange> {
    return { after: '0', to: '1', events: [] };
  }

  async stored(): Promise<void> {}

  async failed(): Promise<void> {}
}

class EndlessSink extends EventSink {
  readonly name = 's3';

  constructor(private readonly steps: Steps) {
    super();
  }

  async store(): Promise<void> {
    this.steps.step();
  }
}

class OneSink extends EventSinks {
  constructor(readonly used: EventSink | undefined) {
    super();
  }
}

test('counting, ranking, deleting and handing over stop after the step in which they are aborted', async () => {
  const [counting, ranking, deleting, handingOver] = [new Steps(), new Steps(), new Steps(), new Steps()];
  await new RunBackfillsHandler(new EndlessBackfills(counting)).execute(new RunBackfills(counting.stop));
  await new RankCustomerMetersHandler(new EndlessRankings(ranking), new Noon()).execute(new RankCustomerMeters(0, ranking.stop));
  await new MaintainEventPartitionsHandler(new EndlessPartitions(deleting), new OneSink(undefined), new Noon()).execute(
    new MaintainEventPartitions(30, deleting.stop),
  );
  await new HandOverEventsHandler(new EndlessHandover(), new OneSink(new EndlessSink(handingOver))).execute(
    new HandOverEvents(handingOver.stop),
  );
  expect([counting, ranking, deleting, handingOver].map(({ done }) => done)).toEqual([STEPS, STEPS, STEPS, STEPS]);
});
