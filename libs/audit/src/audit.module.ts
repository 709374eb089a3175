import { Module } from '@nestjs/common';
import { AuditLogController } from './adapters/http/audit-log.controller.ts';
import { CustomerTimelineController } from './adapters/http/customer-timeline.controller.ts';
import { LicenseKeyTimelineController } from './adapters/http/license-key-timeline.controller.ts';
import { OrderTimelineController, SubscriptionTimelineController } from './adapters/http/purchase-timelines.controller.ts';
import { SqlAuditChain } from './adapters/persistence/audit-chain.repository.ts';
import { PgAuditEntries } from './adapters/persistence/audit-entries.repository.ts';
import { AuditChain } from './domain/audit-chain.ts';
import { AuditEntries } from './domain/audit-entries.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [
    AuditLogController,
    CustomerTimelineController,
    LicenseKeyTimelineController,
    OrderTimelineController,
    SubscriptionTimelineController,
  ],
  providers: [
    { provide: AuditEntries, useClass: PgAuditEntries },
    { provide: AuditChain, useClass: SqlAuditChain },
    ...Object.values(commands),
    ...Object.values(queries),
  ],
})
export class AuditModule {}
