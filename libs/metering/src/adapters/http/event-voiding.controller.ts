import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses } from '#platform/http';
import { type Infer, integer, object } from '#platform/wire';
import { VoidEvents } from '../../commands/void-events.ts';
import { EventView } from '../../queries/event.view.ts';
import { GetEvent } from '../../queries/get-event.ts';
import { eventAccessOf } from './event-access-of.ts';
import { VoidEventRequest, VoidEventsRequest } from './event-voiding.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The event does not exist or belongs to another organization.'] as const;

const VoidedView = object({ changed: integer({ ge: 0 }), unchanged: integer({ ge: 0 }) }, 'EventsVoidResponse', {
  changed: 'The number of events that were changed.',
  unchanged: 'The number of events that had been like that before.',
});

const VOIDED =
  'A voided event stays listed, and is counted by no meter: balances, quantities and usage buckets are as if it had never been sent, and thresholds that it reached can be reached again. `customer_meter.corrected` is published for each balance of a current billing period that changes. What rolled over from periods that have ended stays. Its `external_id` stays taken: send the right event with another one. Voiding an event again changes nothing. Needs `customers:write`, because a service that ingests events must not take them back. An extension.';
const COUNTED =
  'Takes back that the events were voided: they count again, also in the current billing period if they belong to it. An extension.';
const BULK = ' All of the events, at most 1,000, or none.';
const NOT_VOIDABLE = ['EventNotVoidable', 'The service created the event.'] as const;
const CUSTOMERS_NOT_MANAGEABLE = ['NotPermitted', 'The caller may not manage customers of the organization.'] as const;

@ApiTags('events')
@Controller('v1/events')
export class EventVoidingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post(':id/void')
  @HttpCode(200)
  @Idempotent()
  @Responses({
    summary: 'Void an event',
    description: `Takes an event out of everything that counts it. ${VOIDED}`,
    ok: { status: 200, view: EventView },
    errors: { 403: CUSTOMERS_NOT_MANAGEABLE, 404: NOT_FOUND, 409: NOT_VOIDABLE },
  })
  @RequireScope('customers:write')
  void(
    @Input(VoidEventRequest) { path, body }: InputOf<typeof VoidEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventView> {
    return this.setVoided(caller, path.id, { isVoided: true, ...body });
  }

  @Post(':id/unvoid')
  @HttpCode(200)
  @Idempotent()
  @Responses({
    summary: 'Restore a voided event',
    description: COUNTED,
    ok: { status: 200, view: EventView },
    errors: { 403: CUSTOMERS_NOT_MANAGEABLE, 404: NOT_FOUND, 409: NOT_VOIDABLE },
  })
  @RequireScope('customers:write')
  unvoid(
    @Input(VoidEventRequest) { path, body }: InputOf<typeof VoidEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventView> {
    return this.setVoided(caller, path.id, { isVoided: false, ...body });
  }

  @Post('void')
  @HttpCode(200)
  @Idempotent()
  @Responses({
    summary: 'Void events',
    description: `Takes events out of everything that counts them.${BULK} ${VOIDED}`,
    ok: { status: 200, view: VoidedView },
    errors: { 403: CUSTOMERS_NOT_MANAGEABLE, 409: NOT_VOIDABLE },
  })
  @RequireScope('customers:write')
  voidAll(
    @Input(VoidEventsRequest) { body }: InputOf<typeof VoidEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Infer<typeof VoidedView>> {
    return this.setAllVoided(caller, body, true);
  }

  @Post('unvoid')
  @HttpCode(200)
  @Idempotent()
  @Responses({
    summary: 'Restore voided events',
    description: `${COUNTED}${BULK}`,
    ok: { status: 200, view: VoidedView },
    errors: { 403: CUSTOMERS_NOT_MANAGEABLE, 409: NOT_VOIDABLE },
  })
  @RequireScope('customers:write')
  unvoidAll(
    @Input(VoidEventsRequest) { body }: InputOf<typeof VoidEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Infer<typeof VoidedView>> {
    return this.setAllVoided(caller, body, false);
  }

  private async setVoided(caller: SellerPrincipal, id: string, voiding: VoidEvents['voiding']): Promise<EventView> {
    const access = eventAccessOf(caller);
    const { organization_id } = await this.queries.execute(new GetEvent(access, id));
    const events = { ids: [id], externalIds: [] };
    await this.commands.execute(new VoidEvents(caller.access('customers'), organization_id, events, voiding));
    return this.queries.execute(new GetEvent(access, id));
  }

  private setAllVoided(
    caller: SellerPrincipal,
    { ids, external_ids: externalIds, organization_id, reason }: InputOf<typeof VoidEventsRequest>['body'],
    isVoided: boolean,
  ): Promise<Infer<typeof VoidedView>> {
    const organizationId = caller.organizationFor(organization_id, 'customers');
    const access = caller.access('customers');
    return this.commands.execute(new VoidEvents(access, organizationId, { ids, externalIds }, { isVoided, reason }));
  }
}
