import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { csvLine } from '#support/csv';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { contentDisposition, Input, type InputOf, Responses } from '#platform/http';
import { text } from '#platform/wire';
import { GetKeyUses } from '../../queries/get-key-uses.ts';
import { LicenseKeyUsesView } from '../../queries/key-uses.view.ts';
import { KeyUsesRequest } from './key-uses.dto.ts';

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
