import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Config } from '#platform/config';
import { ConnectorEventsController } from './adapters/http/connector-events.controller.ts';
import { ConnectorPricesController } from './adapters/http/connector-prices.controller.ts';
import { ConnectorWebhookController } from './adapters/http/connector-webhook.controller.ts';
import { ConnectorsController } from './adapters/http/connectors.controller.ts';
import { UndeliveredPurchasesController } from './adapters/http/undelivered-purchases.controller.ts';
import { MikroOrmConnectors } from './adapters/persistence/connectors.repository.ts';
import { SqlProviderEvents } from './adapters/persistence/provider-events.repository.ts';
import { SqlProviderObjects } from './adapters/persistence/provider-objects.repository.ts';
import { SqlUndeliveredPurchases } from './adapters/persistence/undelivered-purchases.repository.ts';
import { KnownProviders } from './adapters/providers/known-providers.ts';
import { objectWorkOf } from './commands/object-work-of.ts';
import { ObjectWork } from './commands/object-work.ts';
import { TestEvents } from './commands/preview-events.ts';
import { UndeliveredNotes } from './commands/undelivered-notes.ts';
import { Connectors } from './domain/connectors.ts';
import { ProviderEvents } from './domain/provider-events.ts';
import { Providers } from './domain/provider.ts';
import { ProviderObjects } from './domain/provider-objects.ts';
import { UndeliveredPurchases } from './domain/undelivered-purchases.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: Connectors, useClass: MikroOrmConnectors },
  { provide: ProviderEvents, useClass: SqlProviderEvents },
  { provide: ProviderObjects, useClass: SqlProviderObjects },
  { provide: UndeliveredPurchases, useClass: SqlUndeliveredPurchases },
  { provide: Providers, useClass: KnownProviders },
  { provide: TestEvents, useFactory: ({ sandbox }: Config): TestEvents => ({ areProcessed: sandbox }), inject: [Config] },
  {
    provide: UndeliveredNotes,
    useFactory: (...needs: ConstructorParameters<typeof UndeliveredNotes>) => new UndeliveredNotes(...needs),
    inject: [UndeliveredPurchases, ProviderObjects, Clock],
  },
  {
    provide: ObjectWork,
    useFactory: objectWorkOf,
    inject: [ProviderObjects, Connectors, UndeliveredNotes, CommandBus, QueryBus, Clock],
  },
];

@Module({
  controllers: [
    ConnectorsController,
    ConnectorPricesController,
    ConnectorEventsController,
    ConnectorWebhookController,
    UndeliveredPurchasesController,
  ],
  providers: [...ports, ...Object.values(commands), ...Object.values(queries)],
})
export class ConnectorsModule {}
