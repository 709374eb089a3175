import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { type RankingPosition, Rankings } from '../domain/rankings.ts';

/** Ranks the customer meters that have changed, but not within the last `quietMs` milliseconds. Stops early when aborted. */
export class RankCustomerMeters extends Command<void> {
  constructor(
    readonly quietMs: number,
    readonly stop: AbortSignal = new AbortController().signal,
  ) {
    super();
  }
}

@CommandHandler(RankCustomerMeters)
export class RankCustomerMetersHandler implements ICommandHandler<RankCustomerMeters> {
  constructor(
    private readonly rankings: Rankings,
    private readonly clock: WallClock,
  ) {}

  async execute({ quietMs, stop }: RankCustomerMeters): Promise<void> {
    const quietSince = new Date(this.clock.now().getTime() - quietMs);
    let position: RankingPosition | null = null;
    do position = await this.rankings.rank(quietSince, position);
    while (position && !stop.aborted);
  }
}
