import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Connectors } from '../domain/connectors.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import { ObjectWork } from './object-work.ts';
import { LONG_MS } from './purchase-result.ts';

/** Works again on what has waited for another event for long, which lists it as undelivered. Stops early when aborted. */
export class ListLongWaiting extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(ListLongWaiting)
export class ListLongWaitingHandler implements ICommandHandler<ListLongWaiting> {
  constructor(
    private readonly connectors: Connectors,
    private readonly objects: ProviderObjects,
    private readonly work: ObjectWork,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop }: ListLongWaiting): Promise<void> {
    const before = new Date(this.clock.now().getTime() - LONG_MS);
    let after: string | null = null;
    do {
      const batch: Awaited<ReturnType<ProviderObjects['waitingSince']>> = await this.objects.waitingSince(before, after);
      for (const { id, connectorId } of batch) {
        if (stop.aborted) return;
        const connector = await this.connectors.find(connectorId);
        if (connector) await this.work.update(connector, [await this.objects.begin(id)]);
      }
      after = batch.at(-1)?.id ?? null;
    } while (after !== null);
  }
}
