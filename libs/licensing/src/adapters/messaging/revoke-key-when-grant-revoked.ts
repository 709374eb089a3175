import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/sync-key-with-grant.ts';

/** The key stays, for the day on which it is granted again. */
@Injectable()
export class RevokeKeyWhenGrantRevoked extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
