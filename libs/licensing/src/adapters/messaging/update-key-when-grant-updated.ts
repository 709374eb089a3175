import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/sync-key-with-grant.ts';

/** The terms of the benefit are others now. A key that came into being after its grant was revoked is revoked, too. */
@Injectable()
export class UpdateKeyWhenGrantUpdated extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['terms_renewed'] === true || payload['is_granted'] === false;
  }

  handle({ aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
