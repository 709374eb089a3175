import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { FindOrganizations, FindOrganizationViews } from '#organizations/contract';
import type { WebhookEventType } from '../contract/webhook-event-type.view.ts';
import { EventLog } from '../domain/event-log.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';
import { bodyOf } from './freeze.ts';

/** Sends a test event to one endpoint, which may be disabled. Returns the id of the event. */
export class SendTestWebhook extends Command<string> {
  constructor(
    readonly access: Access,
    readonly endpointId: string,
  ) {
    super();
  }
}

/** The only resource that every organization has. */
const TYPE: WebhookEventType = 'organization.updated';

@CommandHandler(SendTestWebhook)
export class SendTestWebhookHandler implements ICommandHandler<SendTestWebhook> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly log: EventLog,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, endpointId }: SendTestWebhook): Promise<string> {
    const organizationId = await this.endpoints.organizationOf({ id: endpointId, organizations: access.visible });
    access.assertCanManage(organizationId);
    const [organizations, views] = await Promise.all([
      this.queries.execute(new FindOrganizations([organizationId])),
      this.queries.execute(new FindOrganizationViews([organizationId])),
    ]);
    const now = this.clock.now();
    const body = bodyOf(TYPE, now, views.get(organizationId)!);
    const message = { body, organizationName: organizations.get(organizationId)!.name };
    return this.log.addTest({ endpointId, organizationId, type: TYPE, message }, now);
  }
}
