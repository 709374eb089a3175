import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { FindOrganizationViews } from '#organizations/views';
import type { WebhookEventType } from '../views/webhook-event-type.view.ts';
import { EventLog, type WantedExample } from '../domain/event-log.ts';
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

/** The only resource that every organization has: what is sent while there is no event that the endpoint wants. */
const TYPE: WebhookEventType = 'organization.updated';

const sentAt = ({ body, ...example }: WantedExample, now: Date): WantedExample => ({
  ...example,
  body: JSON.stringify({ ...(JSON.parse(body) as object), timestamp: now }),
});

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
    const [organizations, example] = await Promise.all([
      this.queries.execute(new FindOrganizations([organizationId])),
      this.log.exampleFor(endpointId),
    ]);
    const now = this.clock.now();
    const { type, body, added } = example ? sentAt(example, now) : await this.ofOrganization(organizationId, now);
    const message = { body, organizationName: organizations.get(organizationId)!.name, ...(added && { added }) };
    return this.log.addTest({ endpointId, organizationId, type, message }, now);
  }

  private async ofOrganization(id: string, now: Date): Promise<WantedExample> {
    const views = await this.queries.execute(new FindOrganizationViews([id]));
    return { type: TYPE, body: bodyOf(TYPE, now, views.get(id)!), added: null };
  }
}
