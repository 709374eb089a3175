import type { CatalogEvent } from '#catalog/contract';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { LicensingEvent } from '#licensing/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import type { SubscriberClass } from '#platform/messaging';

type EventName = (CatalogEvent | CustomerPortalEvent | LicensingEvent | OrganizationsEvent)['name'];

const NOBODY: readonly SubscriberClass[] = [];

/** Every event that is published, and who hears of it. One without an entry does not compile, and stops the worker at boot. */
export const subscriptions: Readonly<Record<EventName, readonly SubscriberClass[]>> = {
  'benefit.created': NOBODY,
  'benefit.updated': NOBODY,
  'customer.created': NOBODY,
  'customer.deleted': NOBODY,
  'customer.updated': NOBODY,
  'license_key.activated': NOBODY,
  'license_key.created': NOBODY,
  'license_key.deactivated': NOBODY,
  'license_key.revoked': NOBODY,
  'license_key.rotated': NOBODY,
  'license_key.updated': NOBODY,
  'license_key.usage_limit_reached': NOBODY,
  'organization.updated': NOBODY,
};
