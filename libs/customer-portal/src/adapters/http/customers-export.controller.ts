import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { type Columns, EXPORT_TYPES, Input, type InputOf, Responses, streamedExport } from '#platform/http';
import { CustomerView } from '../../queries/customer.view.ts';
import { ExportCustomers } from '../../queries/export-customers.ts';
import { ExportCustomersRequest } from './customers.dto.ts';

const COLUMNS: Columns<CustomerView> = {
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  email: ({ email }) => email,
  name: ({ name }) => name,
  type: ({ type }) => type,
  billing_name: ({ billing_name }) => billing_name,
  billing_country: ({ billing_address }) => billing_address?.country ?? null,
  tax_id: ({ tax_id }) => tax_id?.[0] ?? null,
  created_at: ({ created_at }) => created_at,
  organization_id: ({ organization_id }) => organization_id,
};

@ApiTags('customers')
@Controller('v1/customers/export')
export class CustomersExportController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'Export customers',
    description:
      'Returns all customers that match, oldest first, while they are read: as CSV or, with `format=ndjson`, as one JSON object on each line, as lists have them. If it fails, the connection is closed.',
    ok: { status: 200, view: CustomerView, ...EXPORT_TYPES },
  })
  @RequireScope(['customers:read', 'customers:write'])
  async exportAll(
    @Input(ExportCustomersRequest) { query }: InputOf<typeof ExportCustomersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, ...filter } = query;
    const customers = await this.queries.execute(new ExportCustomers(caller.access('customers'), filter));
    return streamedExport(customers, reply, { format, columns: COLUMNS });
  }
}
