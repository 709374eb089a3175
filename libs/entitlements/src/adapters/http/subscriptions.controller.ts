import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { BuySeats } from '../../commands/buy-seats.ts';
import { CancelSubscription } from '../../commands/cancel-subscription.ts';
import { UpdatePaymentStatus } from '../../commands/update-payment-status.ts';
import { RevokeSubscription } from '../../commands/revoke-subscription.ts';
import { StartSubscription } from '../../commands/start-subscription.ts';
import { GetSubscription } from '../../queries/get-subscription.ts';
import { ListSubscriptions } from '../../queries/list-subscriptions.ts';
import { SubscriptionView } from '../../queries/subscription.view.ts';
import { wishOf } from './purchases.dto.ts';
import {
  CreateSubscriptionRequest,
  ListSubscriptionsRequest,
  OneSubscriptionRequest,
  UpdateSubscriptionRequest,
} from './subscriptions.dto.ts';

const READ = ['subscriptions:read', 'subscriptions:write'] as const;
const WRITE = 'subscriptions:write';
const SEATS = 'NotASeatBasedSubscription or BelowMinimumSeats or AboveMaximumSeats';

const NOT_FOUND = ['ResourceNotFound', 'The subscription does not exist, or belongs to another organization'] as const;
const SILENT = { reason: null, comment: null };

@ApiTags('subscriptions')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({ summary: 'List subscriptions', ok: { status: 200, view: pageOf(SubscriptionView, 'Subscription') } })
  @RequireScope(READ)
  list(
    @Input(ListSubscriptionsRequest) { query }: InputOf<typeof ListSubscriptionsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<SubscriptionView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListSubscriptions(caller.access('sales'), filter, sorting, { page, limit }));
  }

  @Post()
  @Responses({
    summary: 'Create a subscription',
    description:
      'Tells of a purchase that was made elsewhere. `seats` are for products that are sold by seats; left out, it is the least ' +
      'that can be bought. What the product brings is granted within a moment.',
    ok: { status: 201, view: SubscriptionView },
    errors: {
      400: [SEATS, 'The product is not sold in this number of seats'],
      403: NOT_PERMITTED,
    },
  })
  @RequireScope(WRITE)
  async create(
    @Input(CreateSubscriptionRequest) { body }: InputOf<typeof CreateSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    const id = await this.commands.execute(new StartSubscription(access, wishOf(body)));
    return this.queries.execute(new GetSubscription(access, id));
  }

  @Get(':id')
  @Responses({ summary: 'Get a subscription', ok: { status: 200, view: SubscriptionView }, errors: { 404: NOT_FOUND } })
  @RequireScope(READ)
  get(
    @Input(OneSubscriptionRequest) { path }: InputOf<typeof OneSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    return this.queries.execute(new GetSubscription(caller.access('sales'), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a subscription',
    description:
      'Exactly one of: `cancel_at_period_end` true or false, `revoke: true`, each with why the customer leaves; `status`, ' +
      'for the seller to say that it is past due, or paid after all; `seats`, another number of them, with what they cost.',
    ok: { status: 200, view: SubscriptionView },
    errors: {
      400: [`${SEATS} or SeatsAlreadyAssigned`, 'The product is not sold in this number of seats, or more are assigned'],
      403: [
        'AlreadyCanceledSubscription or InactiveSubscription or NotPermitted',
        'It has ended or will end with the period, or the role does not allow it.',
      ],
      404: NOT_FOUND,
      409: ['SubscriptionNotScheduledToCancel', 'It is not scheduled to be canceled'],
    },
  })
  @RequireScope(WRITE)
  async update(
    @Input(UpdateSubscriptionRequest) { path, body }: InputOf<typeof UpdateSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    await this.commands.execute(changeOf(access, path.id, body));
    return this.queries.execute(new GetSubscription(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Revoke a subscription',
    description: 'It ends at once, and so do its benefits.',
    ok: { status: 200, view: SubscriptionView },
    errors: {
      403: ['AlreadyCanceledSubscription or NotPermitted', 'It has ended, or the role does not allow it.'],
      404: NOT_FOUND,
    },
  })
  @RequireScope(WRITE)
  async revoke(
    @Input(OneSubscriptionRequest) { path }: InputOf<typeof OneSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    await this.commands.execute(new RevokeSubscription(access, path.id, SILENT));
    return this.queries.execute(new GetSubscription(access, path.id));
  }
}

type Change = InputOf<typeof UpdateSubscriptionRequest>['body'];

function changeOf(
  access: Access,
  id: string,
  body: Change,
): BuySeats | CancelSubscription | RevokeSubscription | UpdatePaymentStatus {
  if ('seats' in body) return new BuySeats(access, id, body.seats);
  if ('status' in body) return new UpdatePaymentStatus(access, id, body.status === 'active');
  const { customer_cancellation_reason: reason = null, customer_cancellation_comment: comment = null } = body;
  return 'revoke' in body
    ? new RevokeSubscription(access, id, { reason, comment })
    : new CancelSubscription(access, id, body.cancel_at_period_end, { reason, comment });
}
