import type { CatalogEvent } from '#catalog/contract';
import type { ConnectorsEvent } from '#connectors/contract';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { EntitlementsEvent } from '#entitlements/contract';
import type { IdentityEvent } from '#identity/contract';
import type { LicensingEvent } from '#licensing/contract';
import type { MeteringEvent } from '#metering/contract';
import type { NotesEvent } from '#notes/contract';
import type { OAuthEvent } from '#oauth/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import type { ReleasesEvent } from '#releases/contract';
import type { SeatsEvent } from '#seats/contract';
import type { WebhooksEvent } from '#webhooks/contract';

/** Every event that a context publishes. */
export type AnyEvent =
  | CatalogEvent
  | ConnectorsEvent
  | CustomerPortalEvent
  | EntitlementsEvent
  | IdentityEvent
  | LicensingEvent
  | MeteringEvent
  | NotesEvent
  | OAuthEvent
  | OrganizationsEvent
  | ReleasesEvent
  | SeatsEvent
  | WebhooksEvent;
