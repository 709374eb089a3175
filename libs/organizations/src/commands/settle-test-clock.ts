import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ClockMove, TestClocks } from '../domain/test-clocks.ts';

/** Everything is done that fell due by a move of a clock. Does nothing if the clock was moved again. */
export class SettleTestClock extends Command<void> {
  constructor(readonly move: Pick<ClockMove, 'organizationId' | 'revision'>) {
    super();
  }
}

@CommandHandler(SettleTestClock)
export class SettleTestClockHandler implements ICommandHandler<SettleTestClock> {
  constructor(private readonly clocks: TestClocks) {}

  execute({ move }: SettleTestClock): Promise<void> {
    return this.clocks.settle(move);
  }
}
