import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  LicenseKeyCreated,
  LicenseKeyRenewed,
  LicenseKeyRotated,
  LicenseKeyStatusDecided,
  LicenseKeyTransferred,
} from '#licensing/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { LinkRenewedKey } from '../../commands/link-renewed-key.ts';
import { SyncGrantWithLicenseKey } from '../../commands/sync-grant-with-license-key.ts';

type Handled = LicenseKeyCreated | LicenseKeyRenewed | LicenseKeyRotated | LicenseKeyStatusDecided | LicenseKeyTransferred;

/**
 * A grant stores which key was issued for it or renewed by it, and is revoked or granted again when the status of the key is set by hand.
 * It gets the customer of the key when that is transferred.
 */
@Injectable()
export class SyncGrantWhenLicenseKeyChanges extends Subscriber<Handled> {
  readonly id = 'FollowLicenseKeyWhenItChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<Handled>): boolean {
    return payload.grant_id !== null || 'renewing_grant_id' in payload;
  }

  handle(event: PublishedEvent<Handled>): Promise<void> {
    const { id, organizationId, aggregateId } = event;
    if (event.name === 'license_key.renewed') {
      const which = { id: event.payload.renewing_grant_id, organizationId };
      return this.commands.execute(new LinkRenewedKey(which, aggregateId));
    }
    if (event.name === 'license_key.transferred')
      return this.commands.execute(new SyncGrantWithLicenseKey(organizationId, aggregateId, undefined, Number(id)));
    if (event.name !== 'license_key.status_decided')
      return this.commands.execute(new SyncGrantWithLicenseKey(organizationId, aggregateId));
    const { status, status_revision: revision } = event.payload;
    return this.commands.execute(
      new SyncGrantWithLicenseKey(organizationId, aggregateId, { status, revision, eventId: Number(id) }),
    );
  }
}
