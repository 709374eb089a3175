import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { VerifyAddress } from '../../commands/verify-address.ts';
import type { SignInCompleted } from '../../contract/index.ts';

@Injectable()
export class VerifyAddressWhenSignedIn extends Subscriber<SignInCompleted> {
  readonly id = 'VerifyAddressWhenSignedIn';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<SignInCompleted>): Promise<void> {
    return this.commands.execute(new VerifyAddress(organizationId, payload.customer_id, aggregateId));
  }
}
