import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Responses, defineRequest, repeatable } from '#platform/http';
import { describeFields, describeInput, list, nullable, object, oneOf, optional, text, uuid4, withDefault } from '#platform/wire';
import { CreateDashboard } from '../../commands/create-dashboard.ts';
import { DeleteDashboard } from '../../commands/delete-dashboard.ts';
import { UpdateDashboard } from '../../commands/update-dashboard.ts';
import { DashboardsView, DashboardView } from '../../queries/dashboard.view.ts';
import { GetDashboard } from '../../queries/get-dashboard.ts';
import { ListDashboards } from '../../queries/list-dashboards.ts';
import { METRIC_SLUGS } from '../../queries/metric-catalogue.ts';

const texts = describeInput('dashboard');
const PATH = describeFields({ id: uuid4() }, texts.path);

const name = text({ min: 1, max: 255 });
const metrics = list(oneOf(METRIC_SLUGS), { max: METRIC_SLUGS.length });
const DETAILS = {
  name: { text: 'The name of the dashboard.', example: 'Revenue' },
  metrics: { text: 'The slugs of the metrics that it shows, in order.', example: ['revenue', 'orders'] },
};

const ListDashboardsRequest = defineRequest({
  query: describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
});

const CreateDashboardRequest = defineRequest({
  body: object(
    { name, metrics: withDefault(metrics, () => []), organization_id: optional(nullable(uuid4())) },
    'MetricDashboardCreate',
    { ...DETAILS, organization_id: texts.body.organization_id },
  ),
});

const OneDashboardRequest = defineRequest({ path: PATH });

const UpdateDashboardRequest = defineRequest({
  path: PATH,
  body: object({ name: optional(nullable(name)), metrics: optional(nullable(metrics)) }, 'MetricDashboardUpdate', DETAILS),
});

const AREA = 'analytics';
const NOT_FOUND = ['ResourceNotFound', 'The dashboard does not exist or belongs to another organization.'] as const;

@ApiTags('metrics')
@Controller('v1/metrics/dashboards')
export class DashboardsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List metric dashboards',
    description: 'Returns the dashboards of all organizations that the caller can access, the oldest first.',
    ok: { status: 200, view: DashboardsView },
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  listDashboards(
    @Input(ListDashboardsRequest) { query }: InputOf<typeof ListDashboardsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DashboardView[]> {
    return this.queries.execute(new ListDashboards(caller.access(AREA), query.organization_id));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a metric dashboard',
    description: 'Saves a selection of metrics for everybody in the organization, which has at most 100 of them.',
    ok: { status: 201, view: DashboardView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('metrics:write')
  async createDashboard(
    @Input(CreateDashboardRequest) { body }: InputOf<typeof CreateDashboardRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DashboardView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const id = await this.commands.execute(new CreateDashboard({ name: body.name, metrics: body.metrics, organizationId }));
    return this.queries.execute(new GetDashboard(caller.access(AREA), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a metric dashboard',
    description: 'Returns a dashboard with its metrics.',
    ok: { status: 200, view: DashboardView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  getDashboard(
    @Input(OneDashboardRequest) { path }: InputOf<typeof OneDashboardRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DashboardView> {
    return this.queries.execute(new GetDashboard(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a metric dashboard',
    description: 'Changes the fields that are sent; fields that are `null` stay as they are. `metrics` are replaced as a whole.',
    ok: { status: 200, view: DashboardView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('metrics:write')
  async updateDashboard(
    @Input(UpdateDashboardRequest) { path, body }: InputOf<typeof UpdateDashboardRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DashboardView> {
    const access = caller.access(AREA);
    const changes = { name: body.name ?? undefined, metrics: body.metrics ?? undefined };
    await this.commands.execute(new UpdateDashboard(access, path.id, changes));
    return this.queries.execute(new GetDashboard(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a metric dashboard',
    description: 'Deletes a dashboard.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('metrics:write')
  deleteDashboard(
    @Input(OneDashboardRequest) { path }: InputOf<typeof OneDashboardRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DeleteDashboard(caller.access(AREA), path.id));
  }
}
