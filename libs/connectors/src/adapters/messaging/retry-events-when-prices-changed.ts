import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReplayProviderEvents } from '../../commands/replay-provider-events.ts';
import type { ConnectorPricesChanged } from '../../contract/index.ts';

@Injectable()
export class RetryEventsWhenPricesChanged extends Subscriber<ConnectorPricesChanged> {
  readonly id = 'RetryEventsWhenPricesChanged';

  override readonly multiTransaction = true;

  override readonly isBulkWork = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ aggregateId }: PublishedEvent<ConnectorPricesChanged>): Promise<void> {
    await this.commands.execute(new ReplayProviderEvents({ connectorId: aggregateId, statuses: ['failed'] }));
  }
}
