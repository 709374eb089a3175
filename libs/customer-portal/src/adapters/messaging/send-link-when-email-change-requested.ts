import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendEmailChangeLink } from '../../commands/send-email-change-link.ts';
import type { EmailChangeRequested } from '../../contract/index.ts';

@Injectable()
export class SendLinkWhenEmailChangeRequested extends Subscriber<EmailChangeRequested> {
  readonly id = 'SendLinkWhenEmailChangeRequested';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<EmailChangeRequested>): Promise<void> {
    return this.commands.execute(new SendEmailChangeLink(aggregateId));
  }
}
