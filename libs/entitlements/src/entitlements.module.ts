import { Module } from '@nestjs/common';
import { BenefitGrantsController } from './adapters/http/benefit-grants.controller.ts';
import { ClaimedSubscriptionsController } from './adapters/http/claimed-subscriptions.controller.ts';
import { GrantsOfBenefitController } from './adapters/http/grants-of-benefit.controller.ts';
import { PortalOrdersController } from './adapters/http/portal-orders.controller.ts';
import { PortalSubscriptionsController } from './adapters/http/portal-subscriptions.controller.ts';
import { PortalBenefitGrantsController } from './adapters/http/portal-benefit-grants.controller.ts';
import { DisputesController } from './adapters/http/disputes.controller.ts';
import { OrdersController } from './adapters/http/orders.controller.ts';
import { OrdersExportController, SubscriptionsExportController } from './adapters/http/purchase-exports.controller.ts';
import { PurchaseImportsController } from './adapters/http/purchase-imports.controller.ts';
import { OrderTagsController } from './adapters/http/order-tags.controller.ts';
import { PgOrderTags } from './adapters/persistence/order-tags.repository.ts';
import { OrderTags } from './domain/order-tags.ts';
import { RefundsController } from './adapters/http/refunds.controller.ts';
import { SubscriptionsController } from './adapters/http/subscriptions.controller.ts';
import { SqlBenefitGrants } from './adapters/persistence/benefit-grants.repository.ts';
import { MikroOrmDisputes } from './adapters/persistence/disputes.repository.ts';
import { MikroOrmOrders } from './adapters/persistence/orders.repository.ts';
import { SqlRecordsOfCustomers } from './adapters/persistence/records-of-customers.repository.ts';
import { SqlPurchaseRollups } from './adapters/persistence/purchase-rollups.repository.ts';
import { MikroOrmSubscriptions } from './adapters/persistence/subscriptions.repository.ts';
import { KeyedTrialHistory } from './adapters/persistence/keyed-trial-history.ts';
import { TrialHistory } from './domain/trial-history.ts';
import { BenefitGrants } from './domain/benefit-grants.ts';
import { Disputes } from './domain/disputes.ts';
import { Orders } from './domain/orders.ts';
import { PurchaseRollups } from './domain/purchase-rollups.ts';
import { RecordsOfCustomers } from './domain/records-of-customers.ts';
import { Subscriptions } from './domain/subscriptions.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [
    SubscriptionsController,
    OrdersController,
    OrderTagsController,
    OrdersExportController,
    SubscriptionsExportController,
    PurchaseImportsController,
    RefundsController,
    DisputesController,
    BenefitGrantsController,
    GrantsOfBenefitController,
    PortalBenefitGrantsController,
    ClaimedSubscriptionsController,
    PortalSubscriptionsController,
    PortalOrdersController,
  ],
  providers: [
    { provide: Subscriptions, useClass: MikroOrmSubscriptions },
    { provide: Orders, useClass: MikroOrmOrders },
    { provide: TrialHistory, useClass: KeyedTrialHistory },
    { provide: OrderTags, useClass: PgOrderTags },
    { provide: Disputes, useClass: MikroOrmDisputes },
    { provide: RecordsOfCustomers, useClass: SqlRecordsOfCustomers },
    { provide: PurchaseRollups, useClass: SqlPurchaseRollups },
    { provide: BenefitGrants, useClass: SqlBenefitGrants },
    ...Object.values(commands),
    ...Object.values(queries),
  ],
})
export class EntitlementsModule {}
