import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncGrantWithLicenseKey } from '../../commands/sync-grant-with-license-key.ts';

/** A grant knows which key was issued for it, and goes along when the key is revoked or reinstated by hand. */
@Injectable()
export class SyncGrantWhenLicenseKeyChanges extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload: { grant_id, changed } }: PublishedEvent): boolean {
    const isOther = name === 'license_key.updated' && !(Array.isArray(changed) && changed.includes('status'));
    return Boolean(grant_id) && !isOther;
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncGrantWithLicenseKey(organizationId, aggregateId));
  }
}
