import { after, before, create, type Recipe, replace } from './recipe.ts';

export const COMMAND: Recipe = {
  title: 'a command',
  steps: [
    {
      what: 'the method of the aggregate, after its spec: guards first, then the change, then `this.record(new SomethingHappened(…))`.',
      edits: [
        before(
          'libs/metrics/src/domain/dashboard.ts',
          '  update({ name, metrics }: DashboardChanges',
          `  clear(now: Date): void {
    this.state.metrics = [];
    this.state.modifiedAt = now;
  }

`,
        ),
      ],
    },
    {
      what: 'the command and its handler, which calls `port.change(which, (aggregate) => aggregate.method(…))`.',
      edits: [
        create(
          'libs/metrics/src/commands/clear-dashboard.ts',
          `import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Dashboards } from '../domain/dashboards.ts';

export class ClearDashboard extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(ClearDashboard)
export class ClearDashboardHandler implements ICommandHandler<ClearDashboard> {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: ClearDashboard): Promise<void> {
    return this.dashboards.change({ id, organizations: access.visible }, (dashboard) => {
      access.assertCanManage(dashboard.organizationId);
      dashboard.clear(this.clock.now());
    });
  }
}
`,
        ),
      ],
    },
    {
      what: 'its line in the index, which registers the handler.',
      edits: [
        before(
          'libs/metrics/src/commands/index.ts',
          'export { CreateDashboardHandler }',
          `export { ClearDashboardHandler } from './clear-dashboard.ts';\n`,
        ),
      ],
    },
    {
      what: 'the operation, with `@Responses`, `@RequireScope` and `@Input` of a request that `<name>.dto.ts` defines. A spec in `test/api` covers every status.',
      edits: [
        before(
          'libs/metrics/src/adapters/http/dashboards.controller.ts',
          `import { CreateDashboard }`,
          `import { ClearDashboard } from '../../commands/clear-dashboard.ts';\n`,
        ),
        before(
          'libs/metrics/src/adapters/http/dashboards.controller.ts',
          `  @Delete(':id')`,
          `  @Post(':id/clear')
  @Responses({
    summary: 'Clear a metric dashboard',
    description: 'Removes all metrics of a dashboard.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('metrics:write')
  clearDashboard(
    @Input(OneDashboardRequest) { path }: InputOf<typeof OneDashboardRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new ClearDashboard(caller.access(AREA), path.id));
  }

`,
        ),
      ],
    },
  ],
};

export const QUERY: Recipe = {
  title: 'a query',
  steps: [
    {
      what: 'the shape of the response; column names are the names in JSON.',
      edits: [
        create(
          'libs/metrics/src/queries/dashboard-count.view.ts',
          `import { type Infer, integer, object } from '#platform/wire';

export const DashboardCountView = object({ total: integer() }, 'MetricDashboardCount', {
  total: { text: 'The number of dashboards.', example: 3 },
});
export type DashboardCountView = Infer<typeof DashboardCountView>;
`,
        ),
      ],
    },
    {
      what: 'the query, its handler and its SQL, limited to `access.visible`. Every sort order and filter has an index.',
      edits: [
        create(
          'libs/metrics/src/queries/count-dashboards.ts',
          `import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { DashboardCountView } from './dashboard-count.view.ts';
import { dashboardsOf } from './dashboard-rows.ts';

export class CountDashboards extends Query<DashboardCountView> {
  constructor(readonly access: Access) {
    super();
  }
}

@QueryHandler(CountDashboards)
export class CountDashboardsHandler implements IQueryHandler<CountDashboards> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access }: CountDashboards): Promise<DashboardCountView> {
    return { total: (await dashboardsOf(this.em, access.visible).execute()).length };
  }
}
`,
        ),
      ],
    },
    {
      what: 'its line in the index, which registers the handler.',
      edits: [
        before(
          'libs/metrics/src/queries/index.ts',
          'export { GetDashboardHandler }',
          `export { CountDashboardsHandler } from './count-dashboards.ts';\n`,
        ),
      ],
    },
    {
      what: 'the operation, as for a command.',
      edits: [
        before(
          'libs/metrics/src/adapters/http/dashboards.controller.ts',
          `import { DashboardsView, DashboardView }`,
          `import { CountDashboards } from '../../queries/count-dashboards.ts';
import { DashboardCountView } from '../../queries/dashboard-count.view.ts';
`,
        ),
        before(
          'libs/metrics/src/adapters/http/dashboards.controller.ts',
          `  @Get(':id')`,
          `  @Get('count')
  @Responses({
    summary: 'Count metric dashboards',
    description: 'Returns the number of dashboards of all organizations that the caller can access.',
    ok: { status: 200, view: DashboardCountView },
  })
  @RequireScope(['metrics:read', 'metrics:write'])
  countDashboards(@CurrentCaller() caller: SellerPrincipal): Promise<DashboardCountView> {
    return this.queries.execute(new CountDashboards(caller.access(AREA)));
  }

`,
        ),
      ],
    },
  ],
};

export const EVENT: Recipe = {
  title: 'an event',
  steps: [
    {
      what: 'a class that extends `DomainEvent<Name, Payload>`, in the past tense, with ids and primitives as payload.',
      edits: [
        before(
          'libs/webhooks/src/domain/webhook-endpoint.events.ts',
          '/** The endpoint was disabled because',
          `/** The seller enabled an endpoint that was disabled. */
export class WebhookEndpointEnabled extends DomainEvent<'webhook_endpoint.enabled', { readonly url: string }> {
  readonly name = 'webhook_endpoint.enabled';

  constructor(organizationId: string, endpointId: string, at: Date, url: string) {
    super(organizationId, endpointId, at, { url });
  }
}

`,
        ),
      ],
    },
    {
      what: 'the aggregate records it; the repository writes it to the outbox.',
      edits: [
        replace(
          'libs/webhooks/src/domain/webhook-endpoint.ts',
          'import { WebhookEndpointDisabled }',
          'import { WebhookEndpointDisabled, WebhookEndpointEnabled }',
        ),
        replace(
          'libs/webhooks/src/domain/webhook-endpoint.ts',
          '    if (enabled === true) this.turnOn();\n',
          `    if (enabled === true) this.turnOn();
    if (this.state.enabled && !wasEnabled) {
      this.record(new WebhookEndpointEnabled(this.organizationId, this.id, now, originOf(this.state.url)));
    }
`,
        ),
      ],
    },
    {
      what: 'its line in `UNSUBSCRIBED`, until a subscriber handles it.',
      edits: [replace('apps/worker/subscriptions.ts', `= {};`, `= {\n  'webhook_endpoint.enabled': null,\n};`)],
    },
  ],
};

export const SUBSCRIBER: Recipe = {
  title: 'a subscriber',
  rules:
    'The command must be idempotent and must not rely on the order of events. The `id` is stored, so it never changes. The table of a context that has none yet is exported from its `src/index.ts` and joined in `apps/worker/subscriptions.ts`.',
  steps: [
    {
      what: 'import the command of the context.',
      edits: [
        before(
          'libs/entitlements/src/adapters/messaging/subscribers.ts',
          'import { SyncGrantsOfBenefit }',
          `import { SettleDueSeats } from '../../commands/settle-due-seats.ts';\n`,
        ),
      ],
    },
    {
      what: 'the row: `id`, the events, and the command that an event becomes. It is the only registration.',
      edits: [
        after(
          'libs/entitlements/src/adapters/messaging/subscribers.ts',
          'export const entitlementsSubscribers = [\n',
          `  subscriber({
    id: 'SettleSeatsWhenProductUpdated',
    events: ['product.updated'],
    multiTransaction: true,
    command: ({ organizationId }) => new SettleDueSeats(undefined, organizationId),
  }),

`,
        ),
      ],
    },
  ],
};

export const WEBHOOK_KIND: Recipe = {
  title: 'a kind of webhook',
  rules: 'Its name is that of an event.',
  steps: [
    {
      what: 'its name, its group in the console, when it is sent, and since which day. `npm run webhook-kinds` and `npm run api-types` write what follows. A kind about a resource needs a reader in `commands/read-resources.ts`; fields besides the resource, or of what happened, are in `webhook-details.view.ts`.',
      suite: 'test/architecture/events-without-webhook.spec.ts',
      edits: [
        after(
          'libs/webhooks/src/contract/webhook-kinds.ts',
          `  'customer_meter.threshold_reached': {
    group: 'extensions',
    since: '2026-11-26',
    when: 'Use reached a threshold, once per billing period.',
  },\n`,
          `  'customer_seat.invited': { group: 'extensions', since: '2027-01-01', when: 'The holder of a seat was invited to claim it.' },\n`,
        ),
      ],
    },
    {
      what: 'the reason why it was not told goes.',
      suite: 'test/architecture/events-without-webhook.spec.ts',
      edits: [
        replace(
          'libs/webhooks/src/contract/events-without-webhook.ts',
          `  'customer_seat.invited': 'A mail to be sent; customer_seat.assigned tells of the seat.',\n`,
          ``,
        ),
      ],
    },
  ],
};
