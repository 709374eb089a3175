import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportEmailChange } from '../../commands/report-email-change.ts';
import type { EmailChangeCompleted } from '../../contract/index.ts';

@Injectable()
export class ReportEmailChangeWhenCompleted extends Subscriber<EmailChangeCompleted> {
  readonly id = 'ReportEmailChangeWhenCompleted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<EmailChangeCompleted>): Promise<void> {
    return this.commands.execute(new ReportEmailChange(aggregateId));
  }
}
