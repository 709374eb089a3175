import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CatalogEvent } from '#catalog/contract';
import type { ConnectorsEvent } from '#connectors/contract';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { EntitlementsEvent } from '#entitlements/contract';
import type { LicensingEvent } from '#licensing/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import type { SeatsEvent } from '#seats/contract';
import { RecordWebhookEvent } from '../../commands/record-webhook-event.ts';
import type { FiredEventType } from '../../contract/index.ts';

type AnyEvent =
  CatalogEvent | ConnectorsEvent | CustomerPortalEvent | EntitlementsEvent | LicensingEvent | OrganizationsEvent | SeatsEvent;

/** The events that have a webhook kind of the same name. */
type Handled = Extract<AnyEvent, { readonly name: FiredEventType }>;

/** Records every event that has a webhook kind. */
@Injectable()
export class RecordWebhookEventWhenPublished extends Subscriber<Handled> {
  readonly id = 'RecordWebhookEventWhenPublished';

  /** One statement, which can be repeated, so the event is recorded as processed together with others. */
  override readonly multiTransaction = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ id, name, organizationId, aggregateId, payload, occurredAt }: PublishedEvent<Handled>): Promise<void> {
    return this.commands.execute(
      new RecordWebhookEvent({ sourceId: id, organizationId, type: name, aggregateId, payload, occurredAt }),
    );
  }
}
