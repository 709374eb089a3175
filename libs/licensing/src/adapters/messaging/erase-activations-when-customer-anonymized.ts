import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerDeleted } from '#customer-portal/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { EraseActivations } from '../../commands/activations/erase-activations.ts';

/** Labels, conditions and other data of devices may name their owner. */
@Injectable()
export class EraseActivationsWhenCustomerAnonymized extends Subscriber<CustomerDeleted> {
  readonly id = 'EraseActivationsWhenCustomerAnonymized';
  override readonly isErasure: boolean = true;
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<CustomerDeleted>): boolean {
    return payload.anonymized;
  }

  handle({ organizationId, aggregateId }: PublishedEvent<CustomerDeleted>): Promise<void> {
    return this.commands.execute(new EraseActivations(organizationId, aggregateId));
  }
}
