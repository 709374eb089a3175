export { AuditPages } from './audit-pages.ts';
export { ExportAuditLogHandler } from './export-audit-log.ts';
export { FindAuditEntriesHandler, FindLastAuditEntriesHandler } from './find-audit-entries.ts';
export { GetCustomerTimelineHandler } from './get-customer-timeline.ts';
export { GetPurchaseTimelineHandler } from './get-purchase-timeline.ts';
export { ListAuditLogHandler } from './list-audit-log.ts';
