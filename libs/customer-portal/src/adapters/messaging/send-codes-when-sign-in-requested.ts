import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendSignInCodes } from '../../commands/send-sign-in-codes.ts';

@Injectable()
export class SendCodesWhenSignInRequested extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SendSignInCodes(aggregateId));
  }
}
