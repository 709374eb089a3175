import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { NO_ORGANIZATION } from '#kernel';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { ReportAccessToken } from '../../commands/report-access-token.ts';
import type { AccessTokenGranted } from '../../contract/index.ts';

@Injectable()
export class ReportTokenWhenAccessTokenGranted extends Subscriber<AccessTokenGranted> {
  readonly id = 'ReportTokenWhenAccessTokenGranted';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, payload, occurredAt }: PublishedEvent<AccessTokenGranted>): Promise<void> {
    const owner = organizationId === NO_ORGANIZATION ? null : organizationId;
    return this.commands.execute(new ReportAccessToken(owner, payload, occurredAt));
  }
}
