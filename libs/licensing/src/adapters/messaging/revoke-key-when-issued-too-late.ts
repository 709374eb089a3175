import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeKeyOfWhatIsGone } from '../../commands/revoke-key-of-what-is-gone.ts';

/** Looks again once a key was issued directly: whoever revoked on a deletion may not have seen the key yet. */
@Injectable()
export class RevokeKeyWhenIssuedTooLate extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  override wants({ payload }: PublishedEvent): boolean {
    return payload['grant_id'] === null;
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RevokeKeyOfWhatIsGone(organizationId, aggregateId));
  }
}
