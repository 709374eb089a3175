import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportCredentialChange } from '../../commands/report-credential-change.ts';
import type { UserCredentialsChanged } from '../../contract/index.ts';

@Injectable()
export class ReportChangeWhenUserCredentialsChanged extends Subscriber<UserCredentialsChanged> {
  readonly id = 'ReportChangeWhenUserCredentialsChanged';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId, payload }: PublishedEvent<UserCredentialsChanged>): Promise<void> {
    return this.commands.execute(new ReportCredentialChange(aggregateId, payload.change));
  }
}
