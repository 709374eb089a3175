import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Place, Standings } from '../domain/standings.ts';

/** Ranks the customer meters that have changed, each of them once. Those that change meanwhile are for the next time. */
export class RankCustomerMeters extends Command<void> {}

@CommandHandler(RankCustomerMeters)
export class RankCustomerMetersHandler implements ICommandHandler<RankCustomerMeters> {
  constructor(private readonly standings: Standings) {}

  async execute(): Promise<void> {
    let place: Place | null = null;
    do place = await this.standings.rank(place);
    while (place);
  }
}
