import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Backfills } from '../domain/meters.ts';

/** The number of events that one step counts. */
const STEP_SIZE = 10_000;

/** Counts, in steps, the events that meters have not counted yet, until done or aborted by `stop`. Returns the number of steps. */
export class RunBackfills extends Command<number> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(RunBackfills)
export class RunBackfillsHandler implements ICommandHandler<RunBackfills> {
  constructor(private readonly backfills: Backfills) {}

  async execute({ stop }: RunBackfills): Promise<number> {
    let steps = 0;
    while (!stop.aborted && (await this.backfills.run(STEP_SIZE))) steps += 1;
    return steps;
  }
}

const FIRST_STEPS = 5;

/** The first steps of the backfill of a meter, run before the command that changes it returns. The worker runs the rest. */
export async function runFirstBackfillSteps(backfills: Backfills, meterId: string): Promise<void> {
  for (let step = 0; step < FIRST_STEPS && (await backfills.run(STEP_SIZE, meterId));) step += 1;
}
