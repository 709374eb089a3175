import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { DeliverLicenseKey } from '../../commands/deliver-license-key.ts';

@Injectable()
export class DeliverKeyWhenCreated extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new DeliverLicenseKey(organizationId, aggregateId, payload['benefit_id'] as string));
  }
}
