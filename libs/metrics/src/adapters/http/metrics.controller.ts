import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { contentDisposition, Input, type InputOf, Responses } from '#platform/http';
import { text } from '#platform/wire';
import { GetMetrics } from '../../queries/get-metrics.ts';
import { METRIC_LIMITS } from '../../queries/metric-limits.ts';
import { MetricsLimitsView, MetricsView } from '../../queries/metrics.view.ts';
import { GetMetricsRequest } from './metrics.dto.ts';
import { toCsv } from './to-csv.ts';

const AREA = 'analytics';
const CSV = 'text/csv';

@ApiTags('metrics')
@Controller('v1/metrics')
export class MetricsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'Get metrics',
    description:
      'Returns what orders, subscriptions, seats and events add up to, for every interval of a range of days and for the whole range. Amounts are in minor units, without tax. Intervals start in the given time zone; the first and the last one count only their days in the range.',
    ok: { status: 200, view: MetricsView },
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  get(
    @Input(GetMetricsRequest) { query }: InputOf<typeof GetMetricsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MetricsView> {
    return this.queries.execute(new GetMetrics(caller.access(AREA), query));
  }

  @Get('export')
  @Responses({
    summary: 'Export metrics',
    description: 'Returns the metrics of every interval as CSV: a line with their names, and a line for each interval.',
    ok: { status: 200, view: text(), mediaType: CSV },
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  async export(
    @Input(GetMetricsRequest) { query }: InputOf<typeof GetMetricsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const csv = toCsv(await this.queries.execute(new GetMetrics(caller.access(AREA), query)));
    reply.headers({
      'content-type': `${CSV}; charset=utf-8`,
      'content-disposition': contentDisposition('attachment', 'metrics.csv'),
    });
    return csv;
  }

  @Get('limits')
  @Responses({
    summary: 'Get the limits of metrics',
    description: 'Returns the first day of which there are metrics, and how many days a range has at most for each interval.',
    ok: { status: 200, view: MetricsLimitsView },
    invalid: true,
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  limits(): MetricsLimitsView {
    return METRIC_LIMITS;
  }
}
