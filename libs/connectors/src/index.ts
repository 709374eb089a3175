import type { Tables } from '#platform/persistence';
import { Migration20261123_0510_Connectors } from '../migrations/migration-20261123-0510-connectors.ts';
import { Migration20261126_1812_LinesOfPayments } from '../migrations/migration-20261126-1812-lines-of-payments.ts';
import { Migration20261126_1813_UndeliveredPurchases } from '../migrations/migration-20261126-1813-undelivered-purchases.ts';
import { ConnectorMapping } from './adapters/persistence/connector.mapping.ts';
import { ConnectorEventMapping, PriceMapping, SubjectMapping } from './adapters/persistence/connectors-tables.mapping.ts';

export { ProcessEventWhenReceived } from './adapters/messaging/process-event-when-received.ts';
export { RetryEventsWhenPricesChanged } from './adapters/messaging/retry-events-when-prices-changed.ts';
export { CreateConnector } from './commands/create-connector.ts';
export { DeleteOldProviderEvents } from './commands/delete-old-provider-events.ts';
export { ReencryptConnectorSecrets } from './commands/reencrypt-connector-secrets.ts';
export { ReplayProviderEvents } from './commands/replay-provider-events.ts';
export { SignTestEvent } from './commands/sign-test-event.ts';
export { type Entitlement, ENTITLEMENTS } from './domain/connector.ts';
export { PROVIDERS, type ProviderName } from './domain/provider.ts';
export { CountConnectorEvents } from './queries/count-connector-events.ts';
export { GetConnector } from './queries/get-connector.ts';
export { type EventPreview, PreviewEvents } from './commands/preview-events.ts';
export { ListConnectors } from './queries/list-connectors.ts';
export { ConnectorsModule } from './connectors.module.ts';

export const connectorsTables: Tables = {
  entities: [ConnectorMapping, PriceMapping, ConnectorEventMapping, SubjectMapping],
  migrations: [
    Migration20261123_0510_Connectors,
    Migration20261126_1812_LinesOfPayments,
    Migration20261126_1813_UndeliveredPurchases,
  ],
};
