import { Module } from '@nestjs/common';
import { AuditLogController } from './adapters/http/audit-log.controller.ts';
import { EraseAuditEntriesWhenCustomerAnonymized } from './adapters/messaging/erase-audit-entries-when-customer-anonymized.ts';
import { PgAuditEntries } from './adapters/persistence/audit-entries.repository.ts';
import { DeleteOldAuditEntriesHandler } from './commands/delete-old-audit-entries.ts';
import { EraseAuditEntriesHandler } from './commands/erase-audit-entries.ts';
import { AuditEntries } from './domain/audit-entries.ts';
import { AuditPages } from './queries/audit-pages.ts';
import { ExportAuditLogHandler } from './queries/export-audit-log.ts';
import { FindAuditEntriesHandler } from './queries/find-audit-entries.ts';
import { ListAuditLogHandler } from './queries/list-audit-log.ts';

@Module({
  controllers: [AuditLogController],
  providers: [
    { provide: AuditEntries, useClass: PgAuditEntries },
    DeleteOldAuditEntriesHandler,
    EraseAuditEntriesHandler,
    AuditPages,
    ListAuditLogHandler,
    ExportAuditLogHandler,
    FindAuditEntriesHandler,
    EraseAuditEntriesWhenCustomerAnonymized,
  ],
})
export class AuditModule {}
