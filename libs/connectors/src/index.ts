import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { ConnectorMapping } from './adapters/persistence/connector.mapping.ts';
import { connectorsData } from './adapters/persistence/organization-data.ts';
import {
  ConnectorEventMapping,
  PriceMapping,
  ProviderObjectMapping,
  UndeliveredPurchaseMapping,
  UndeliveredReportMapping,
} from './adapters/persistence/connectors-tables.mapping.ts';

export {
  CUSTOMER_EMAIL_RULES,
  type CustomerEmailRule,
  type Entitlement,
  ENTITLEMENTS,
  UNMAPPED_RULES,
  type UnmappedRule,
} from './domain/connector.ts';
export { PreviewEvents } from './commands/preview-events.ts';
export { connectorsSubscribers } from './adapters/messaging/subscribers.ts';
export { CreateConnector } from './commands/create-connector.ts';
export { DeleteOldProviderEvents } from './commands/delete-old-provider-events.ts';
export { ListLongWaiting } from './commands/list-long-waiting.ts';
export { RecordUndelivered } from './commands/record-undelivered.ts';
export { ReportUndelivered } from './commands/report-undelivered.ts';
export { ReplayProviderEvents } from './commands/replay-provider-events.ts';
export { SignTestEvent } from './commands/sign-test-event.ts';
export { PROVIDERS, type ProviderName } from './domain/provider.ts';
export { CountConnectorEvents } from './queries/count-connector-events.ts';
export { ListUndeliveredPurchases } from './queries/list-undelivered-purchases.ts';
export { ListConnectors } from './queries/list-connectors.ts';
export { ConnectorsModule } from './connectors.module.ts';

export const connectorsTables: Tables = {
  entities: [
    ConnectorMapping,
    PriceMapping,
    ConnectorEventMapping,
    ProviderObjectMapping,
    UndeliveredPurchaseMapping,
    UndeliveredReportMapping,
  ],
  migrations: Object.values(migrations),
  secrets: [{ table: 'connectors.connectors', primaryKey: ['id'], columns: ['secret', 'previous_secret'] }],
  ofOrganization: connectorsData,
};
