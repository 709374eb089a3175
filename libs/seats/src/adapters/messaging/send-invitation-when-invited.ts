import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendInvitation } from '../../commands/send-invitation.ts';
import type { CustomerSeatInvited } from '../../contract/index.ts';

/** Sends the invitation to the holder of the seat by e-mail. */
@Injectable()
export class SendInvitationWhenInvited extends Subscriber<CustomerSeatInvited> {
  readonly id = 'SendInvitationWhenInvited';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<CustomerSeatInvited>): Promise<void> {
    return this.commands.execute(new SendInvitation(organizationId, aggregateId, payload.invitation));
  }
}
