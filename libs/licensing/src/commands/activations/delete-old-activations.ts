import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { ActivationHistory } from '../../domain/activations/activation-history.ts';

const DAY_MS = 86_400_000;

/** Deletes activations that were deactivated more than so many days ago, until done or aborted by `stop`. */
export class DeleteOldActivations extends Command<void> {
  constructor(
    readonly days: number,
    readonly stop: AbortSignal = new AbortController().signal,
  ) {
    super();
  }
}

@CommandHandler(DeleteOldActivations)
export class DeleteOldActivationsHandler implements ICommandHandler<DeleteOldActivations> {
  constructor(
    private readonly history: ActivationHistory,
    private readonly clock: WallClock,
  ) {}

  async execute({ days, stop }: DeleteOldActivations): Promise<void> {
    const before = new Date(this.clock.now().getTime() - days * DAY_MS);
    while (!stop.aborted && (await this.history.deleteSome(before)) > 0);
  }
}
