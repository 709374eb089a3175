import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { contentDisposition, Input, type InputOf, Responses, defineRequest, metadataFilter, repeatable } from '#platform/http';
import { text, currency, date, describeFields, oneOf, optional, timeZone, uuid4, withDefault } from '#platform/wire';
import { GetMetrics, BILLING_TYPES } from '../../queries/get-metrics.ts';
import { METRIC_LIMITS, FIRST_DAY, INTERVALS, LAST_DAY } from '../../queries/metric-limits.ts';
import { MetricsLimitsView, MetricsView } from '../../queries/metrics.view.ts';
import { csvLine } from '#support/csv';
import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';

const day = date({ ge: FIRST_DAY, le: LAST_DAY });

/** The request for the metrics, and for their export. */
const GetMetricsRequest = defineRequest(
  {
    query: {
      ...describeFields(
        {
          start_date: day,
          end_date: day,
          timezone: withDefault(timeZone(), () => 'UTC'),
          interval: oneOf(INTERVALS),
          organization_id: repeatable(uuid4()),
          product_id: repeatable(uuid4()),
          billing_type: repeatable(oneOf(BILLING_TYPES)),
          customer_id: repeatable(uuid4()),
          metrics: repeatable(oneOf(METRIC_SLUGS)),
          currency: optional(currency()),
        },
        {
          start_date: { text: 'The first day of the range. 2000 or later.', example: '2026-01-01' },
          end_date: { text: 'The last day of the range.', example: '2026-03-31' },
          timezone: { text: 'The IANA time zone in which days and intervals start.', example: 'Europe/Berlin' },
          interval: {
            text: 'The length of an interval. It limits the range: 7 days for `hour`, 366 for `day`, 371 for `week`, 1,460 for `month`, 3,650 for `year`.',
            example: 'month',
          },
          organization_id: 'Includes only these organizations. Can be repeated.',
          product_id: 'Includes only purchases of these products. Events belong to no product. Can be repeated.',
          billing_type:
            'Includes only orders that pay for subscriptions, and subscriptions (`recurring`), or only one-time purchases (`one_time`). Can be repeated.',
          customer_id: 'Includes only these customers. Can be repeated.',
          metrics: 'Returns only these metrics, and reads only what they need. All by default. Can be repeated.',
          currency:
            'The currency of all amounts; amounts in other currencies are left out. By default that of the organizations, if they have the same.',
        },
      ),
      metadata: metadataFilter(),
    },
  },
  { countsAll: true },
);

/** A line for each interval. */
function toCsv({ periods, metrics }: MetricsView): string {
  const slugs = METRIC_SLUGS.filter((slug) => metrics[slug]);
  const names = slugs.map((slug) => metrics[slug]!.display_name);
  const lines = periods.map(({ timestamp, ...values }) => [
    timestamp.toISOString(),
    ...slugs.map((slug) => values[slug] ?? null),
  ]);
  return [['Timestamp', ...names], ...lines].map(csvLine).join('');
}

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
