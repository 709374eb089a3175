import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { EXPORT_TYPES, Input, type InputOf, Responses, streamedExport, type Columns } from '#platform/http';
import { AuditEntryView, AuditLogPageView } from '../../queries/audit-entry.view.ts';
import { ExportAuditLog } from '../../queries/export-audit-log.ts';
import { ListAuditLog } from '../../queries/list-audit-log.ts';
import { ExportAuditLogRequest, ListAuditLogRequest } from './audit-log.dto.ts';

/** An entry as a line of CSV. */
const ENTRY_COLUMNS: Columns<AuditEntryView> = {
  created_at: ({ created_at }) => new Date(created_at),
  id: ({ id }) => id,
  organization_id: ({ organization_id }) => organization_id,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  credential_id: ({ actor }) => actor.credential_id,
  address: ({ address }) => address,
  request_id: ({ request_id }) => request_id,
  event: ({ event }) => event,
  operation: ({ operation }) => operation,
  action: ({ action }) => action,
  resource_type: ({ resource }) => resource.type,
  resource_id: ({ resource }) => resource.id,
  customer_id: ({ customer_id }) => customer_id,
  changes: ({ changes }) => changes && JSON.stringify(changes),
};

const AREA = 'the audit log';

@ApiTags('audit_log')
@Controller('v1/audit-log')
export class AuditLogController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope('audit_log:read')
  @Responses({
    summary: 'List the audit log',
    description:
      'Returns who changed what, newest first by default: an entry for each resource that an operation created, changed or deleted, with the values of its fields before and after. Owners and admins see the log of their organizations. What applications do with license keys, and usage events, are not in the log. An extension.',
    ok: { status: 200, view: AuditLogPageView },
  })
  list(
    @Input(ListAuditLogRequest) { query }: InputOf<typeof ListAuditLogRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<AuditLogPageView> {
    const { sorting, cursor: after = null, limit, ...filter } = query;
    const isDescending = sorting[0] !== 'created_at';
    return this.queries.execute(new ListAuditLog(caller.access(AREA), filter, { after, limit, isDescending }));
  }

  @Get('export')
  @RequireScope('audit_log:read')
  @Responses({
    summary: 'Export the audit log',
    description:
      'Returns all entries that match, oldest first, while they are read: as one JSON object on each line (`application/x-ndjson`) or, with `format=csv`, as CSV. If it fails, the connection is closed. An extension.',
    ok: { status: 200, view: AuditEntryView, ...EXPORT_TYPES },
  })
  async export(
    @Input(ExportAuditLogRequest) { query }: InputOf<typeof ExportAuditLogRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, ...filter } = query;
    const entries = await this.queries.execute(new ExportAuditLog(caller.access(AREA), filter));
    return streamedExport(entries, reply, { format, columns: ENTRY_COLUMNS });
  }
}
