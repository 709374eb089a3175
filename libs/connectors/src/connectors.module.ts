import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Config } from '#platform/config';
import { ConnectorEventsController } from './adapters/http/connector-events.controller.ts';
import { ConnectorPricesController } from './adapters/http/connector-prices.controller.ts';
import { ConnectorWebhookController } from './adapters/http/connector-webhook.controller.ts';
import { ConnectorsController } from './adapters/http/connectors.controller.ts';
import { ProcessEventWhenReceived } from './adapters/messaging/process-event-when-received.ts';
import { RetryEventsWhenPricesChanged } from './adapters/messaging/retry-events-when-prices-changed.ts';
import { MikroOrmConnectors } from './adapters/persistence/connectors.repository.ts';
import { KeyringConnectorSecrets } from './adapters/persistence/keyring-connector-secrets.ts';
import { SqlProviderEvents } from './adapters/persistence/provider-events.repository.ts';
import { SqlSubjects } from './adapters/persistence/subjects.repository.ts';
import { PostgresUndeliveredPurchases } from './adapters/persistence/undelivered-purchases.repository.ts';
import { KnownProviders } from './adapters/providers/known-providers.ts';
import { CreateConnectorHandler } from './commands/create-connector.ts';
import { DeleteConnectorHandler } from './commands/delete-connector.ts';
import { DeleteOldProviderEventsHandler } from './commands/delete-old-provider-events.ts';
import { MapPriceHandler } from './commands/map-price.ts';
import { ProcessProviderEventHandler } from './commands/process-provider-event.ts';
import { PreviewEventsHandler } from './commands/preview-events.ts';
import { Purchases } from './commands/purchases.ts';
import { ReceiveProviderEventHandler } from './commands/receive-provider-event.ts';
import { ReencryptConnectorSecretsHandler } from './commands/reencrypt-connector-secrets.ts';
import { ReplayProviderEventsHandler } from './commands/replay-provider-events.ts';
import { RetryProviderEventHandler } from './commands/retry-provider-event.ts';
import { SignTestEventHandler } from './commands/sign-test-event.ts';
import { TestEvents } from './commands/test-events.ts';
import { UnmapPriceHandler } from './commands/unmap-price.ts';
import { UpdateConnectorHandler } from './commands/update-connector.ts';
import { ConnectorSecrets } from './domain/connector-secrets.ts';
import { Connectors } from './domain/connectors.ts';
import { ProviderEvents } from './domain/provider-events.ts';
import { Providers } from './domain/provider.ts';
import { Subjects } from './domain/subjects.ts';
import { UndeliveredPurchases } from './domain/undelivered-purchases.ts';
import { CountConnectorEventsHandler } from './queries/count-connector-events.ts';
import { GetConnectorEventHandler } from './queries/get-connector-event.ts';
import { GetConnectorHandler } from './queries/get-connector.ts';
import { ListConnectorEventsHandler } from './queries/list-connector-events.ts';
import { ListConnectorPricesHandler } from './queries/list-connector-prices.ts';
import { ListConnectorsHandler } from './queries/list-connectors.ts';

const ports = [
  { provide: Connectors, useClass: MikroOrmConnectors },
  { provide: ConnectorSecrets, useClass: KeyringConnectorSecrets },
  { provide: ProviderEvents, useClass: SqlProviderEvents },
  { provide: Subjects, useClass: SqlSubjects },
  { provide: UndeliveredPurchases, useClass: PostgresUndeliveredPurchases },
  { provide: Providers, useClass: KnownProviders },
  { provide: TestEvents, useFactory: ({ sandbox }: Config): TestEvents => ({ areProcessed: sandbox }), inject: [Config] },
  {
    provide: Purchases,
    useFactory: (...needs: ConstructorParameters<typeof Purchases>) => new Purchases(...needs),
    inject: [Subjects, Connectors, UndeliveredPurchases, CommandBus, QueryBus, Clock],
  },
];

const commands = [
  CreateConnectorHandler,
  UpdateConnectorHandler,
  DeleteConnectorHandler,
  MapPriceHandler,
  UnmapPriceHandler,
  ReceiveProviderEventHandler,
  ProcessProviderEventHandler,
  RetryProviderEventHandler,
  ReplayProviderEventsHandler,
  ReencryptConnectorSecretsHandler,
  DeleteOldProviderEventsHandler,
  SignTestEventHandler,
  PreviewEventsHandler,
];

const queries = [
  GetConnectorHandler,
  ListConnectorsHandler,
  ListConnectorPricesHandler,
  ListConnectorEventsHandler,
  GetConnectorEventHandler,
  CountConnectorEventsHandler,
];

const subscribers = [ProcessEventWhenReceived, RetryEventsWhenPricesChanged];

@Module({
  controllers: [ConnectorsController, ConnectorPricesController, ConnectorEventsController, ConnectorWebhookController],
  providers: [...ports, ...commands, ...queries, ...subscribers],
})
export class ConnectorsModule {}
