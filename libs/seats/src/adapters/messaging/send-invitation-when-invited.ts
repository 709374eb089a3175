import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendInvitation } from '../../commands/send-invitation.ts';

/** Who was given a seat learns of it by mail. */
@Injectable()
export class SendInvitationWhenInvited extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SendInvitation(organizationId, aggregateId, payload['invitation'] as number));
  }
}
