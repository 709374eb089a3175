import { AuditModule, auditTables } from '#audit';
import { CatalogModule, catalogTables } from '#catalog';
import { ConnectorsModule, connectorsTables } from '#connectors';
import { CustomerPortalModule, customerPortalTables } from '#customer-portal';
import { CustomerStatesModule } from '#customer-states';
import { EntitlementsModule, entitlementsTables } from '#entitlements';
import { FailedEventsModule, failedEventsTables } from '#failed-events';
import { IdentityModule, identityTables } from '#identity';
import { LicensingModule, licensingTables } from '#licensing';
import { MeteringModule, meteringTables } from '#metering';
import { MetricsModule, metricsTables } from '#metrics';
import { NotesModule, notesTables } from '#notes';
import { OAuthModule, oauthTables } from '#oauth';
import { OrganizationsModule, organizationsTables } from '#organizations';
import type { Tables } from '#engine/persistence';
import { ReleasesModule, releasesTables } from '#releases';
import { SearchModule } from '#search';
import { SeatsModule, seatsTables } from '#seats';
import { WebhooksModule, webhooksTables } from '#webhooks';

/** The tables and migrations of every context; together they form one migration history. */
export const contexts: readonly Tables[] = [
  organizationsTables,
  identityTables,
  catalogTables,
  customerPortalTables,
  entitlementsTables,
  licensingTables,
  meteringTables,
  seatsTables,
  webhooksTables,
  connectorsTables,
  releasesTables,
  metricsTables,
  notesTables,
  oauthTables,
  auditTables,
  failedEventsTables,
];

/** The Nest modules of every context, the same in each process. */
export const contextModules = [
  OrganizationsModule,
  IdentityModule,
  CatalogModule,
  CustomerPortalModule,
  CustomerStatesModule,
  EntitlementsModule,
  LicensingModule,
  MeteringModule,
  SeatsModule,
  WebhooksModule,
  ConnectorsModule,
  ReleasesModule,
  MetricsModule,
  NotesModule,
  OAuthModule,
  AuditModule,
  FailedEventsModule,
  SearchModule,
];
