import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Backfills } from '../domain/meters.ts';

const STEP = 10_000;

/** Counts what meters have missed, until nothing is left or it is to stop. Answers how many steps that took. */
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
    while (!stop.aborted && (await this.backfills.run(STEP))) steps += 1;
    return steps;
  }
}

const AT_ONCE = 5;

/** What whoever changes a meter waits for; the rest is counted by and by. */
export async function countSome(backfills: Backfills, meterId: string): Promise<void> {
  for (let step = 0; step < AT_ONCE && (await backfills.run(STEP, meterId));) step += 1;
}
