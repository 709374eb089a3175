import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { VerifyAddress } from '../../commands/verify-address.ts';

@Injectable()
export class VerifyAddressWhenSignedIn extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new VerifyAddress(organizationId, payload['customer_id'] as string, aggregateId));
  }
}
