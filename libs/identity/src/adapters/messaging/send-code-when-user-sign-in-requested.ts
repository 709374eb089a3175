import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SendSignInCode } from '../../commands/send-sign-in-code.ts';
import type { UserSignInRequested } from '../../contract/index.ts';

@Injectable()
export class SendCodeWhenUserSignInRequested extends Subscriber<UserSignInRequested> {
  readonly id = 'SendCodeWhenUserSignInRequested';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<UserSignInRequested>): Promise<void> {
    return this.commands.execute(new SendSignInCode(aggregateId));
  }
}
