import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { EXPORT_TYPES, Input, type InputOf, Responses, streamedExport, type Columns } from '#platform/http';
import { ExportKeys } from '../../queries/export-keys.ts';
import { ExportedKeyView } from '../../queries/exported-key.view.ts';
import { GetKeyActivity } from '../../queries/get-key-activity.ts';
import { GetKeyFigures } from '../../queries/get-key-figures.ts';
import { LicenseKeyActivityView, LicenseKeyFiguresView } from '../../queries/key-figures.view.ts';
import { SearchLicenseKeys } from '../../queries/search-license-keys.ts';
import { FoundLicenseKeysView } from '../../queries/searched-key.view.ts';
import { ExportKeysRequest, KeyActivityRequest, KeyFiguresRequest, SearchKeysRequest } from './key-search.dto.ts';

const NAMES = [
  ...(['id', 'key', 'status', 'customer_id', 'customer_email', 'customer_name', 'benefit_id', 'created_at'] as const),
  ...(['expires_at', 'limit_activations', 'activation_count', 'limit_usage', 'usage', 'validations'] as const),
  ...(['last_validated_at', 'modified_at', 'organization_id'] as const),
] as const satisfies readonly (keyof ExportedKeyView)[];

/** A license key as a line of CSV. */
const KEY_TABLE: Columns<ExportedKeyView> = {
  ...Object.fromEntries(NAMES.map((name) => [name, (key: ExportedKeyView) => key[name]])),
  tags: ({ tags }) => tags.join(', '),
};

const READ = ['license_keys:read', 'license_keys:write'] as const;
const AREA = 'license keys';

/** What sellers look for among their keys, and what these add up to. */
@ApiTags('license_keys')
@Controller('v1/license-keys')
export class KeySearchController {
  constructor(private readonly queries: QueryBus) {}

  @Get('search')
  @RequireScope(READ)
  @Responses({
    summary: 'List license keys that match a search',
    description:
      'Returns a page of the license keys that match all filters, newest first by default, without the keys themselves. It takes as long with many license keys as with few: pages follow each other by a cursor, no more than 1,000 are counted, and a range of expiry is sorted by `expires_at`. An extension.',
    ok: { status: 200, view: FoundLicenseKeysView },
  })
  search(
    @Input(SearchKeysRequest) { query }: InputOf<typeof SearchKeysRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FoundLicenseKeysView> {
    const { sorting, cursor: after = null, limit, ...filter } = query;
    const [first] = sorting;
    const order = {
      by: first!.endsWith('expires_at') ? 'expires_at' : 'created_at',
      isDescending: first!.startsWith('-'),
    } as const;
    return this.queries.execute(new SearchLicenseKeys(caller.access(AREA), filter, { order, after, limit }));
  }

  @Get('export')
  @RequireScope(READ)
  @Responses({
    summary: 'Export license keys',
    description:
      'Returns all license keys that match all filters, oldest first, while they are read: as one JSON object on each line (`application/x-ndjson`) or, with `format=csv`, as CSV. If it fails, the connection is closed. An extension.',
    ok: { status: 200, view: ExportedKeyView, ...EXPORT_TYPES },
  })
  async export(
    @Input(ExportKeysRequest) { query }: InputOf<typeof ExportKeysRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, ...filter } = query;
    const keys = await this.queries.execute(new ExportKeys(caller.access(AREA), filter));
    return streamedExport(keys, reply, { format, columns: KEY_TABLE });
  }

  @Get('figures')
  @RequireScope(READ)
  @Responses({
    summary: 'Get figures of license keys',
    description: 'Returns how many license keys there are, by what they are worth now. An extension.',
    ok: { status: 200, view: LicenseKeyFiguresView },
  })
  getFigures(
    @Input(KeyFiguresRequest) { query }: InputOf<typeof KeyFiguresRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<LicenseKeyFiguresView> {
    return this.queries.execute(new GetKeyFigures(caller.access(AREA), query.organization_id));
  }

  @Get('activity')
  @RequireScope(READ)
  @Responses({
    summary: 'Get the activity of license keys',
    description:
      'Returns how often license keys were validated and activated in each hour or day of a range. Uses are counted in memory and stored every few seconds: the latest ones may be missing, and those of the last seconds are lost if a process is killed. Hours that a day begins within count for the day before. An extension.',
    ok: { status: 200, view: LicenseKeyActivityView },
  })
  getActivity(
    @Input(KeyActivityRequest) { query }: InputOf<typeof KeyActivityRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<LicenseKeyActivityView> {
    const { organization_id, ...range } = query;
    return this.queries.execute(new GetKeyActivity(caller.access(AREA), organization_id, range));
  }
}
