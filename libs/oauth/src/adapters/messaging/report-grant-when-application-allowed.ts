import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportApplication } from '../../commands/report-application.ts';
import type { ApplicationAllowed } from '../../contract/index.ts';

@Injectable()
export class ReportGrantWhenApplicationAllowed extends Subscriber<ApplicationAllowed> {
  readonly id = 'ReportGrantWhenApplicationAllowed';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ payload, occurredAt }: PublishedEvent<ApplicationAllowed>): Promise<void> {
    return this.commands.execute(new ReportApplication(payload, occurredAt));
  }
}
