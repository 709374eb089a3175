import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Input, type InputOf, type Page, pageOf, SALES_NOT_SHOWN, Responses } from '#platform/http';
import { ChangeOwnSubscription, type OwnChange } from '../../commands/change-own-subscription.ts';
import { GetPortalSubscription } from '../../queries/get-portal-subscription.ts';
import { ListPortalSubscriptions } from '../../queries/list-portal-subscriptions.ts';
import { PortalSubscriptionView } from '../../queries/portal-subscription.view.ts';
import {
  ListOwnSubscriptionsRequest,
  OneOwnSubscriptionRequest,
  ownChangeFrom,
  UpdateOwnSubscriptionRequest,
} from './portal-subscriptions.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The subscription does not exist or belongs to another customer.'] as const;
const CANCEL: OwnChange = { to: 'cancel', atPeriodEnd: true, reason: { reason: null, comment: null } };

/** What customers subscribed to. Members who are neither owner nor billing manager see what they have a seat of, and change nothing. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/subscriptions')
export class PortalSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List own subscriptions',
    description:
      'Returns the subscriptions of the customer, most recently started first by default. Members who are neither owner nor billing ' +
      'manager see only those of which they have a seat.',
    ok: { status: 200, view: pageOf(PortalSubscriptionView, 'CustomerSubscription') },
    errors: { 403: SALES_NOT_SHOWN },
  })
  @RequireCustomer({ aboutSales: true })
  list(
    @Input(ListOwnSubscriptionsRequest) { query }: InputOf<typeof ListOwnSubscriptionsRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<Page<PortalSubscriptionView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListPortalSubscriptions(access, filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an own subscription',
    description: 'Returns a subscription of the customer with its product, prices and meters.',
    ok: { status: 200, view: PortalSubscriptionView },
    errors: { 403: SALES_NOT_SHOWN, 404: NOT_FOUND },
  })
  @RequireCustomer({ aboutSales: true })
  get(
    @Input(OneOwnSubscriptionRequest) { path }: InputOf<typeof OneOwnSubscriptionRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<PortalSubscriptionView> {
    return this.queries.execute(new GetPortalSubscription(access, path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an own subscription',
    description:
      'Makes one change, determined by the field that is sent: `cancel_at_period_end` cancels the subscription or withdraws the ' +
      'cancellation, `product_id` exchanges the product, `seats` changes the number of seats, `pause_at_period_end` and `resume` begin ' +
      'and end a pause, and `pending_update` cancels a scheduled change. The settings of the organization say which changes customers ' +
      'may make. This service charges nobody, so terms that cost more than the present ones are refused with 409: the seller makes ' +
      'such a change when it is paid. Members need the role `owner` or `billing_manager`. Publishes `subscription.updated`.',
    ok: { status: 200, view: PortalSubscriptionView },
    errors: {
      400: [
        'NotASeatBasedSubscription or BelowMinimumSeats or AboveMaximumSeats or SeatsAlreadyAssigned',
        'The product is not sold by seats, not in this number of seats, or more seats are assigned.',
      ],
      403: [
        'AlreadyCanceledSubscription or InactiveSubscription or UpdateSubscriptionPlanNotAllowed or UpdateSubscriptionSeatsNotAllowed or PauseResumeNotAllowed or NotPermitted',
        'The subscription has ended, is already canceled or is not active, the seller does not let customers make this change, or the role of the member does not allow it.',
      ],
      404: NOT_FOUND,
      409: [
        'PaymentMethodRequired or SubscriptionNotScheduledToCancel or CannotPauseSubscription or NoScheduledPause or NotPausedSubscription',
        'The change costs more and nobody can be charged for it, or the subscription is not canceled, cannot be paused, or is not paused.',
      ],
    },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  async update(
    @Input(UpdateOwnSubscriptionRequest) { path, body }: InputOf<typeof UpdateOwnSubscriptionRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalSubscriptionView> {
    return this.change(caller, path.id, ownChangeFrom(body));
  }

  @Delete(':id')
  @Responses({
    summary: 'Cancel an own subscription',
    description:
      'Cancels a subscription at the end of its current period; benefits stay until then. A paused one ends at once. The cancellation can be withdrawn by an ' +
      'update with `cancel_at_period_end: false`. Members need the role `owner` or `billing_manager`. Publishes `subscription.canceled`.',
    ok: { status: 200, view: PortalSubscriptionView },
    errors: {
      403: [
        'AlreadyCanceledSubscription or NotPermitted',
        'The subscription has ended or is already canceled, or the role of the member does not allow it.',
      ],
      404: NOT_FOUND,
    },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  async cancel(
    @Input(OneOwnSubscriptionRequest) { path }: InputOf<typeof OneOwnSubscriptionRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<PortalSubscriptionView> {
    return this.change(caller, path.id, CANCEL);
  }

  private async change({ access }: PortalPrincipal, id: string, change: OwnChange): Promise<PortalSubscriptionView> {
    await this.commands.execute(new ChangeOwnSubscription(access, id, change));
    return this.queries.execute(new GetPortalSubscription(access, id));
  }
}
