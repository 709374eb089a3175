import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { IssueWaitingKeys } from '../../commands/pools/issue-waiting-keys.ts';
import type { LicenseKeyPoolDeleted, LicenseKeyPoolFilled } from '../../contract/index.ts';

type Handled = LicenseKeyPoolDeleted | LicenseKeyPoolFilled;

@Injectable()
export class IssueWaitingKeysWhenPoolChanges extends Subscriber<Handled> {
  readonly id = 'IssueWaitingKeysWhenPoolChanges';

  override readonly multiTransaction = true;

  override readonly isBulkWork = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(new IssueWaitingKeys(organizationId, aggregateId));
  }
}
