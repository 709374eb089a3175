import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendSignInCodes } from '../../commands/send-sign-in-codes.ts';
import type { SignInRequested } from '../../contract/index.ts';

@Injectable()
export class SendCodesWhenSignInRequested extends Subscriber<SignInRequested> {
  readonly id = 'SendCodesWhenSignInRequested';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<SignInRequested>): Promise<void> {
    return this.commands.execute(new SendSignInCodes(aggregateId));
  }
}
