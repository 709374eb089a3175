import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/sync-key-with-grant.ts';

/** Also when it was granted before, and is granted again: then the key comes back. */
@Injectable()
export class IssueKeyWhenBenefitGranted extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
