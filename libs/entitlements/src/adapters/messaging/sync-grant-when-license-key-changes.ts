import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LicenseKeyCreated, LicenseKeyRotated, LicenseKeyUpdated } from '#licensing/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncGrantWithLicenseKey } from '../../commands/sync-grant-with-license-key.ts';

type Handled = LicenseKeyCreated | LicenseKeyRotated | LicenseKeyUpdated;

/** A grant stores which key was issued for it, and is revoked or granted again when the status of the key is changed by hand. */
@Injectable()
export class SyncGrantWhenLicenseKeyChanges extends Subscriber<Handled> {
  readonly id = 'FollowLicenseKeyWhenItChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ name, payload }: PublishedEvent<Handled>): boolean {
    if (!payload.grant_id) return false;
    return name !== 'license_key.updated' || payload.changed.includes('status');
  }

  handle({ organizationId, aggregateId }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(new SyncGrantWithLicenseKey(organizationId, aggregateId));
  }
}
