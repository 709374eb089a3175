import { Controller, Post, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceNotFound } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  AuditedWithoutValues,
  type BodyFile,
  Input,
  type InputOf,
  NOT_PERMITTED,
  NotIdempotent,
  RequestFile,
  RequestInvalid,
  Responses,
  streamedLines,
  TakesFile,
} from '#platform/http';
import { GetTimeZone } from '../../queries/get-time-zone.ts';
import { ImportRequest } from './import-lines.dto.ts';
import { CSV, NDJSON } from './import-records.ts';
import { ImportResultView } from './import-results.ts';
import { importPlan, PurchaseImport } from './purchase-import.ts';

const MAX_MEBIBYTES = 50;

/** The scope that each kind of line needs. */
const SCOPES = { customer: 'customers:write', order: 'orders:write', subscription: 'subscriptions:write' } as const;

@ApiTags('orders')
@Controller('v1/purchases')
export class PurchaseImportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('import')
  @AuditedWithoutValues()
  @NotIdempotent('Each line has an external id: a purchase that is sent again is found.')
  @Responses({
    summary: 'Import purchases',
    description:
      'Moves a business in: up to 10,000 customers, orders and subscriptions, with their license keys, usage and activations, as a file with ' +
      'one line of JSON for each (`application/x-ndjson`), or as CSV whose columns are the paths of the fields (`text/csv`). A file that cannot be ' +
      'read is a 422, and nothing of it is imported. Otherwise each purchase is imported as a whole or not at all, and the response has ' +
      'a line of JSON about each line while it goes on, and the totals at the end. Sending the file again is safe: what has an `external_id` that exists is ' +
      'not created again. Lines about customers need the scope `customers:write`, those about subscriptions `subscriptions:write`. An extension.',
    ok: { status: 200, view: ImportResultView, mediaType: 'application/x-ndjson' },
    errors: {
      403: NOT_PERMITTED,
      404: ['ResourceNotFound', 'The organization does not exist, or the caller cannot access it.'],
    },
  })
  @TakesFile(MAX_MEBIBYTES, [NDJSON, CSV])
  @RequireScope('orders:write')
  async import(
    @Input(ImportRequest) { query }: InputOf<typeof ImportRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @RequestFile() file: BodyFile,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const access = caller.access('sales');
    const organizationId = organizationOf(caller, query.organization_id);
    access.assertCanManage(organizationId);
    const { amounts, dates, repeated_ids: repeatedIds } = query;
    const plan = await importPlan(file, { forms: { amounts, dates }, repeatedIds });
    const types = Object.entries(SCOPES).flatMap(([type, scope]) => (caller.scopes.includes(scope) ? [type] : []));
    const timeZone = await this.queries.execute(new GetTimeZone(organizationId));
    const options = { access, organizationId, timeZone, isDryRun: query.dry_run, types };
    const work = new PurchaseImport(this.commands, options, plan);
    return streamedLines(work.results(file), reply);
  }
}

function organizationOf(caller: SellerPrincipal, given: string | undefined): string {
  const [only, another] = caller.access('sales').narrow(given === undefined ? undefined : [given]);
  if (only === undefined) throw new ResourceNotFound();
  if (another === undefined) return only;
  const issue = { loc: ['query', 'organization_id'], type: 'missing', msg: 'organization_id is required.', input: null };
  throw new RequestInvalid([issue]);
}
