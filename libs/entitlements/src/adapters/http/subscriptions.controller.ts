import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { type Command, CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Idempotent } from '#platform/http';
import { BuySeats } from '../../commands/buy-seats.ts';
import { CancelSubscription } from '../../commands/cancel-subscription.ts';
import { DiscardPendingUpdate } from '../../commands/discard-pending-update.ts';
import { MoveBillingPeriodEnd } from '../../commands/move-billing-period-end.ts';
import { PauseSubscription } from '../../commands/pause-subscription.ts';
import { ResumeSubscription } from '../../commands/resume-subscription.ts';
import { UpdateSubscription } from '../../commands/update-subscription.ts';
import { UpdatePaymentStatus } from '../../commands/update-payment-status.ts';
import { RevokeSubscription } from '../../commands/revoke-subscription.ts';
import { TransferSubscription } from '../../commands/transfer-subscription.ts';
import { StartSubscription } from '../../commands/start-subscription.ts';
import { GetSubscription } from '../../queries/get-subscription.ts';
import { ListSubscriptions } from '../../queries/list-subscriptions.ts';
import { SubscriptionView } from '../../queries/subscription.view.ts';
import {
  CreateSubscriptionRequest,
  ListSubscriptionsRequest,
  OneSubscriptionRequest,
  toSubscriptionInput,
  TransferSubscriptionRequest,
} from './subscriptions.dto.ts';
import { UpdateSubscriptionRequest } from './subscription-update.dto.ts';

const READ = ['subscriptions:read', 'subscriptions:write'] as const;
const WRITE = 'subscriptions:write';
const CONFLICTS = [
  'ExternalIdConflict or CustomerConflict',
  'The `external_id` was reported before with other facts, or the external ID and the e-mail address belong to different customers.',
] as const;
const SEATS = 'NotASeatBasedSubscription or BelowMinimumSeats or AboveMaximumSeats';

const NOT_FOUND = ['ResourceNotFound', 'The subscription does not exist or belongs to another organization.'] as const;
const NO_REASON = { reason: null, comment: null };

@ApiTags('subscriptions')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List subscriptions',
    description:
      'Returns the subscriptions of all organizations that the caller can access, most recently started first by default.',
    ok: { status: 200, view: pageOf(SubscriptionView, 'Subscription') },
  })
  @RequireScope(READ)
  list(
    @Input(ListSubscriptionsRequest) { query }: InputOf<typeof ListSubscriptionsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<SubscriptionView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListSubscriptions(caller.access('sales'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a subscription',
    description:
      'Records a subscription that was bought elsewhere: this service does not charge customers. The benefits of the product are granted ' +
      'shortly after the response; for a product sold by seats they are granted to members who claim a seat. Unless the organization allows several ' +
      'subscriptions, a customer can have only one that has not ended. If the organization prevents the abuse of trials, a customer who had a trial of ' +
      'the product gets no other one, and the subscription is active at once. Publishes `subscription.created`.',
    ok: { status: 201, view: SubscriptionView },
    repeated: 'The subscription with this `external_id`, which was reported before with the same facts.',
    errors: {
      409: CONFLICTS,
      400: [SEATS, 'The product is not sold by seats, or not in this number of seats.'],
      403: NOT_PERMITTED,
    },
  })
  @RequireScope(WRITE)
  async create(
    @Input(CreateSubscriptionRequest) { body }: InputOf<typeof CreateSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    const { id, isNew } = await this.commands.execute(new StartSubscription(access, toSubscriptionInput(body)));
    if (!isNew) reply.status(200);
    return this.queries.execute(new GetSubscription(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a subscription',
    description: 'Returns a subscription with its customer, product, prices and meters.',
    ok: { status: 200, view: SubscriptionView },
    errors: { 404: NOT_FOUND },
  })
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
      'Makes one change, determined by the field that is sent: `product_id`, `quantity`, `trial_end` and `metadata` (these together) change what is bought, ' +
      '`seats` changes the number of seats, `current_billing_period_end` moves the end of the period, `pending_update` cancels a scheduled change, ' +
      '`cancel_at_period_end` cancels the subscription or withdraws the cancellation, `revoke` ends it at once, `pause_at_period_end` and `resume` begin and end a pause, ' +
      'and `status` reports that a payment failed or arrived. When the product changes, benefits of both products stay as they are, with license keys, activations and usage. ' +
      'While a subscription is past due, its benefits stay for the grace period of the organization, and it ends after the dunning period. ' +
      'While it is paused, its benefits are revoked. Publishes `subscription.updated`.',
    ok: { status: 200, view: SubscriptionView },
    errors: {
      400: [
        `${SEATS} or SeatsAlreadyAssigned`,
        'The product is not sold by seats, not in this number of seats, or more seats are assigned.',
      ],
      403: [
        'AlreadyCanceledSubscription or InactiveSubscription or NotPermitted',
        'The subscription has ended, is already canceled or is not active, or the role of the user does not allow it.',
      ],
      404: NOT_FOUND,
      409: [
        'SubscriptionNotScheduledToCancel or CannotPauseSubscription or NoScheduledPause or NotPausedSubscription',
        'The subscription is not canceled, cannot be paused, or is not paused.',
      ],
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

  @Post(':id/transfer')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Transfer a subscription',
    description:
      'Gives a subscription to another customer, who has everything that it brings from then on: license keys with their devices, seats, what is left of credits, and its place in the portal. ' +
      'It can be taken back in the same way. Orders that were paid stay with whoever paid them, and so does usage. License keys that were transferred one by one stay where they are. ' +
      'At a payment provider nothing changes; if the provider names another customer later, the subscription goes to that one. Publishes `subscription.updated`.',
    ok: { status: 200, view: SubscriptionView },
    errors: {
      403: [
        'AlreadyCanceledSubscription or NotPermitted',
        'The subscription has ended, or the role of the user does not allow it.',
      ],
      404: NOT_FOUND,
    },
  })
  @RequireScope(WRITE)
  async transfer(
    @Input(TransferSubscriptionRequest) { path, body }: InputOf<typeof TransferSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    await this.commands.execute(new TransferSubscription(access, path.id, body.customer_id));
    return this.queries.execute(new GetSubscription(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Revoke a subscription',
    description:
      'Ends a subscription at once and revokes its benefits, license keys and seats. To end it with the current period, update it with `cancel_at_period_end`. Publishes `subscription.revoked`.',
    ok: { status: 200, view: SubscriptionView },
    errors: {
      403: [
        'AlreadyCanceledSubscription or NotPermitted',
        'The subscription has ended, or the role of the user does not allow it.',
      ],
      404: NOT_FOUND,
    },
  })
  @RequireScope(WRITE)
  async revoke(
    @Input(OneSubscriptionRequest) { path }: InputOf<typeof OneSubscriptionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SubscriptionView> {
    const access = caller.access('sales');
    await this.commands.execute(new RevokeSubscription(access, path.id, NO_REASON));
    return this.queries.execute(new GetSubscription(access, path.id));
  }
}

type Change = InputOf<typeof UpdateSubscriptionRequest>['body'];

/** `null` leaves a field as it is. */
function changeOf(access: Access, id: string, body: Change): Command<void> {
  if ('seats' in body) return new BuySeats(access, id, body.seats, body.proration_behavior ?? undefined);
  if ('status' in body) return new UpdatePaymentStatus(access, id, body.status === 'active');
  if ('current_billing_period_end' in body) return new MoveBillingPeriodEnd(access, id, body.current_billing_period_end);
  if ('pause_at_period_end' in body) {
    return new PauseSubscription(access, id, body.pause_at_period_end, body.resumes_at ?? null);
  }
  if ('resume' in body) return new ResumeSubscription(access, id);
  if ('pending_update' in body) return new DiscardPendingUpdate(access, id);
  if ('revoke' in body) return new RevokeSubscription(access, id, reasonOf(body));
  if ('cancel_at_period_end' in body) return new CancelSubscription(access, id, body.cancel_at_period_end, reasonOf(body));
  return new UpdateSubscription(access, id, {
    productId: body.product_id ?? undefined,
    quantity: body.quantity ?? undefined,
    prorationBehavior: body.proration_behavior ?? undefined,
    trialEnd: body.trial_end ?? undefined,
    metadata: body.metadata,
  });
}

const reasonOf = (body: {
  readonly customer_cancellation_reason?: CancelSubscription['reason']['reason'];
  readonly customer_cancellation_comment?: string | null;
}): CancelSubscription['reason'] => ({
  reason: body.customer_cancellation_reason ?? null,
  comment: body.customer_cancellation_comment ?? null,
});
