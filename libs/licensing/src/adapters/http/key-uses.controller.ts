import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { csvLine } from '#support/csv';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { contentDisposition, Input, type InputOf, Responses, defineRequest, repeatable } from '#platform/http';
import { text, awareTimestamp, described, oneOf, optional, timeZone, uuid4, withDefault } from '#platform/wire';
import { GetKeyUses, COUNTED_KINDS, USES_GROUPS, USES_INTERVALS } from '../../queries/get-key-uses.ts';
import { LicenseKeyUsesView } from '../../queries/key-uses.view.ts';

const KeyUsesRequest = defineRequest(
  {
    query: {
      organization_id: described(repeatable(uuid4()), 'Only license keys of these organizations. Can be repeated.'),
      kind: described(
        oneOf(COUNTED_KINDS),
        'What is counted: successful validations or activations, or `refusals` of validations, activations, heartbeats and leases.',
        { example: 'refusals' },
      ),
      group_by: described(
        oneOf(USES_GROUPS),
        'By what it is counted: `benefit`; `version` of the application, of validations and activations; `code`, of refusals.',
        { example: 'code' },
      ),
      benefit_id: described(optional(uuid4()), 'Only license keys issued through this benefit.'),
      start_timestamp: described(awareTimestamp(), 'The start of the range.', { example: '2026-11-01T00:00:00Z' }),
      end_timestamp: described(awareTimestamp(), 'The end of the range, which is not included.', {
        example: '2026-12-01T00:00:00Z',
      }),
      interval: described(
        oneOf(USES_INTERVALS),
        'The length of an interval. It limits the range: 7 days for `hour`, 732 for the others.',
        { example: 'day' },
      ),
      timezone: described(
        withDefault(timeZone(), () => 'UTC'),
        'The IANA time zone in which days, weeks and months start.',
      ),
    },
  },
  { countsAll: true },
);

const READ = ['license_keys:read', 'license_keys:write'] as const;
const AREA = 'license keys';
const CSV = 'text/csv';

/** How often license keys were used and refused, by what they are used with. */
@ApiTags('license_keys')
@Controller('v1/license-keys/uses')
export class KeyUsesController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(READ)
  @Responses({
    summary: 'Get the uses of license keys',
    description:
      'Returns how often license keys were validated, activated or refused in each interval of a range, by benefit, version or code. Uses are counted in memory by the hour and stored every few seconds: the latest ones may be missing, and those of the last seconds are lost if a process is killed. Hours that a day begins within count for the day before. They are kept for 733 days. An extension.',
    ok: { status: 200, view: LicenseKeyUsesView },
  })
  getUses(
    @Input(KeyUsesRequest) { query }: InputOf<typeof KeyUsesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<LicenseKeyUsesView> {
    const { organization_id, ...asked } = query;
    return this.queries.execute(new GetKeyUses(caller.access(AREA), organization_id, asked));
  }

  @Get('export')
  @RequireScope(READ)
  @Responses({
    summary: 'Export the uses of license keys',
    description: 'Returns the same as CSV: a line with the names of the groups, and a line for each interval. An extension.',
    ok: { status: 200, view: text(), mediaType: CSV },
  })
  async exportUses(
    @Input(KeyUsesRequest) { query }: InputOf<typeof KeyUsesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { organization_id, ...asked } = query;
    const uses = await this.queries.execute(new GetKeyUses(caller.access(AREA), organization_id, asked));
    reply.headers({
      'content-type': `${CSV}; charset=utf-8`,
      'content-disposition': contentDisposition('attachment', `${query.kind}.csv`),
    });
    return toCsv(uses);
  }
}

function toCsv({ periods, groups }: LicenseKeyUsesView): string {
  const names = ['Timestamp', 'All', ...groups.map(({ value }) => value ?? 'None')];
  const lines = periods.map(({ timestamp, count }, index) => [
    timestamp.toISOString(),
    count,
    ...groups.map(({ counts }) => counts[index]!),
  ]);
  return [names, ...lines].map(csvLine).join('');
}
