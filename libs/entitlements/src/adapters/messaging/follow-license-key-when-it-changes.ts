import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { FollowLicenseKey } from '../../commands/follow-license-key.ts';

/** A grant knows which key was issued for it, and goes along when the key is revoked or reinstated by hand. */
@Injectable()
export class FollowLicenseKeyWhenItChanges extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  async handle({ name, organizationId, aggregateId, payload: { grant_id, changed } }: PublishedEvent): Promise<void> {
    const isOther = name === 'license_key.updated' && !(Array.isArray(changed) && changed.includes('status'));
    if (grant_id && !isOther) await this.commands.execute(new FollowLicenseKey(organizationId, aggregateId));
  }
}
