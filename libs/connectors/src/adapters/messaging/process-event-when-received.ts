import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ProcessProviderEvent } from '../../commands/process-provider-event.ts';
import type { ConnectorEventReceived } from '../../contract/index.ts';

@Injectable()
export class ProcessEventWhenReceived extends Subscriber<ConnectorEventReceived> {
  readonly id = 'ProcessEventWhenReceived';

  /** What is known is added in one transaction; each customer, subscription and order is changed in another one. */
  override readonly multiTransaction = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<ConnectorEventReceived>): Promise<void> {
    return this.commands.execute(new ProcessProviderEvent(aggregateId));
  }
}
