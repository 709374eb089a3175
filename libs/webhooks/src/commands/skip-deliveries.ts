import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DeliveryQueue } from '../domain/delivery-queue.ts';

/** Skips what is pending at endpoints that were disabled or deleted with many pending deliveries, until none is left or `stop` is aborted. */
export class SkipDeliveries extends Command<void> {
  constructor(readonly stop: AbortSignal) {
    super();
  }
}

@CommandHandler(SkipDeliveries)
export class SkipDeliveriesHandler implements ICommandHandler<SkipDeliveries> {
  constructor(private readonly queue: DeliveryQueue) {}

  async execute({ stop }: SkipDeliveries): Promise<void> {
    for (let mayHaveMore = true; mayHaveMore && !stop.aborted;) mayHaveMore = await this.queue.skip();
  }
}
