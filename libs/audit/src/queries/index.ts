export { AuditPages } from './audit-pages.ts';
export { ExportAuditLogHandler } from './export-audit-log.ts';
export { GetCustomerTimelineHandler } from './get-customer-timeline.ts';
export { GetLicenseKeyTimelineHandler } from './get-license-key-timeline.ts';
export { GetPurchaseTimelineHandler } from './get-purchase-timeline.ts';
export { ListAuditLogHandler } from './list-audit-log.ts';
