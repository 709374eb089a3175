import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import {
  type Columns,
  EXPORT_TYPES,
  Input,
  type InputOf,
  Responses,
  streamedExport,
  defineRequest,
  exportFormat,
  metadataFilter,
  paging,
} from '#platform/http';
import { COUNTER_NAME } from '#catalog/views';
import { awareTimestamp, cursor, described, describeFields, type Fields, optional, uuid4 } from '#platform/wire';
import { ExportIncrements } from '../../queries/export-increments.ts';
import { KeptIncrementsView, KeptIncrementView } from '../../queries/kept-increment.view.ts';
import { ListIncrements } from '../../queries/list-increments.ts';
import { NOT_FOUND } from './license-key-operations.ts';

const PATH = describeFields({ id: uuid4() }, { id: 'The ID of the license key.' });

const filters = {
  counter: described(optional(COUNTER_NAME), 'Only increments of this counter.'),
  activation_id: described(optional(uuid4()), 'Only increments of this activation.'),
  start_timestamp: described(optional(awareTimestamp()), 'Only increments at this time or later.'),
  end_timestamp: described(optional(awareTimestamp()), 'Only increments before this time.'),
  metadata: metadataFilter(),
} satisfies Fields;

const ListIncrementsRequest = defineRequest(
  {
    path: PATH,
    query: {
      ...filters,
      cursor: described(optional(cursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

const ExportIncrementsRequest = defineRequest({ path: PATH, query: { ...filters, format: exportFormat('ndjson') } });

/** An increment as a line of CSV. */
const COLUMNS: Columns<KeptIncrementView> = {
  created_at: ({ created_at }) => new Date(created_at),
  id: ({ id }) => id,
  counter: ({ counter }) => counter,
  units: ({ units }) => units,
  activation_id: ({ activation_id }) => activation_id,
  metadata: ({ metadata }) => JSON.stringify(metadata),
};

const READ = ['license_keys:read', 'license_keys:write'] as const;
const AREA = 'license keys';

/** What applications said about the units that they counted. */
@ApiTags('license_keys')
@Controller('v1/license-keys/:id/increments')
export class KeyIncrementsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(READ)
  @Responses({
    summary: 'List increments of a license key',
    description:
      'Returns the increments of counters that applications sent with `metadata`, newest first. The newest 10,000 of each license key are kept, until its customer is anonymized. An extension.',
    ok: { status: 200, view: KeptIncrementsView },
    errors: NOT_FOUND,
  })
  listIncrements(
    @Input(ListIncrementsRequest) { path, query }: InputOf<typeof ListIncrementsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<KeptIncrementsView> {
    const { cursor: after = null, limit, ...filter } = query;
    return this.queries.execute(new ListIncrements(caller.access(AREA), path.id, filter, { after, limit }));
  }

  @Get('export')
  @RequireScope(READ)
  @Responses({
    summary: 'Export increments of a license key',
    description:
      'Returns all increments that match and are kept, oldest first, while they are read: as one JSON object on each line (`application/x-ndjson`) or, with `format=csv`, as CSV. If it fails, the connection is closed. An extension.',
    ok: { status: 200, view: KeptIncrementView, ...EXPORT_TYPES },
    errors: NOT_FOUND,
  })
  async exportIncrements(
    @Input(ExportIncrementsRequest) { path, query }: InputOf<typeof ExportIncrementsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, ...filter } = query;
    const increments = await this.queries.execute(new ExportIncrements(caller.access(AREA), path.id, filter));
    return streamedExport(increments, reply, { format, columns: COLUMNS });
  }
}
