import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PermissionArea, RequireScope, type Scope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { GetCustomerTimeline } from '../../queries/get-customer-timeline.ts';
import { TimelineView } from '../../queries/timeline.view.ts';
import { timelineOf } from './timeline.dto.ts';

const TimelineRequest = timelineOf('customer');
const OF_CUSTOMERS = ['customers:read', 'customers:write'] as const satisfies readonly Scope[];

/** What belongs to customers, by what reading it needs. Types that are missing here are in the audit log only. */
const NEEDED: readonly { readonly types: readonly string[]; readonly scopes: readonly Scope[]; readonly area: PermissionArea }[] =
  [
    { types: ['customer', 'member', 'customer_session', 'email_change'], scopes: OF_CUSTOMERS, area: 'customers' },
    { types: ['license_key', 'activation'], scopes: ['license_keys:read', 'license_keys:write'], area: 'license keys' },
    { types: ['benefit_grant'], scopes: ['benefits:read', 'benefits:write'], area: 'products' },
    { types: ['customer_meter'], scopes: ['customer_meters:read'], area: 'products' },
    { types: ['customer_seat'], scopes: ['customer_seats:read', 'customer_seats:write'], area: 'seats' },
    { types: ['order'], scopes: ['orders:read', 'orders:write'], area: 'sales' },
    { types: ['subscription'], scopes: ['subscriptions:read', 'subscriptions:write'], area: 'sales' },
    { types: ['refund'], scopes: ['refunds:read', 'refunds:write'], area: 'sales' },
    { types: ['dispute'], scopes: ['disputes:read'], area: 'sales' },
    // It may be about an order.
    { types: ['note'], scopes: ['notes:read', 'notes:write'], area: 'sales' },
  ];

@ApiTags('customers')
@Controller('v1/customers/:id/timeline')
export class CustomerTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(OF_CUSTOMERS)
  @Responses({
    summary: 'Get the timeline of a customer',
    description:
      'Returns what was changed of a customer and of what belongs to it, and who did it, newest first, as long as the audit log keeps it. Each kind of resource needs the scope and the role that read it: without those for orders and subscriptions, nothing tells of money. An extension.',
    ok: { status: 200, view: TimelineView },
    errors: { 404: ['ResourceNotFound', 'The customer does not exist or is not accessible.'] },
  })
  getTimeline(
    @Input(TimelineRequest) { path, query }: InputOf<typeof TimelineRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TimelineView> {
    const { cursor: after = null, limit } = query;
    const typesIn = (organizationId: string): string[] =>
      NEEDED.filter(
        ({ scopes, area }) =>
          scopes.some((scope) => caller.scopes.includes(scope)) && caller.access(area).visible.includes(organizationId),
      ).flatMap(({ types }) => types);
    return this.queries.execute(new GetCustomerTimeline(caller.access('customers'), path.id, typesIn, { after, limit }));
  }
}
