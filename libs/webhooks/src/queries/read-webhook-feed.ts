import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ApiVersion, bodyIn } from '#support/api-versions';
import { readDb } from '#engine/persistence';
import type { WebhooksTables } from '../adapters/persistence/webhooks-tables.mapping.ts';
import type { WebhookEventType } from '../views/webhook-event-type.view.ts';
import type { WebhookFeedView } from './webhook-feed.view.ts';

/** The events of an organization after a position, in the order of their positions, with bodies in a version of the API. */
export class ReadWebhookFeed extends Query<WebhookFeedView> {
  constructor(
    readonly organizationId: string,
    readonly after: number,
    readonly limit: number,
    readonly version: ApiVersion,
  ) {
    super();
  }
}

@QueryHandler(ReadWebhookFeed)
export class ReadWebhookFeedHandler implements IQueryHandler<ReadWebhookFeed> {
  constructor(private readonly em: EntityManager) {}

  /** The last position is read last, so it is never lower than that of an event. */
  async execute({ organizationId, after, limit, version }: ReadWebhookFeed): Promise<WebhookFeedView> {
    const db = readDb<WebhooksTables>(this.em);
    const rows = await db
      .selectFrom('webhooks.events')
      .select(['id', 'sequence', 'type', 'occurred_at', 'created_at', 'body', 'added_fields'])
      .where('organization_id', '=', organizationId)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    const feed = await db
      .selectFrom('webhooks.feeds')
      .select('last_sequence')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return {
      organization_id: organizationId,
      items: rows.map(({ id, sequence, type, occurred_at, created_at, body, added_fields }) => ({
        id,
        sequence: Number(sequence),
        type: type as WebhookEventType,
        timestamp: occurred_at,
        created_at,
        payload: body && bodyIn(version, body, added_fields),
      })),
      last_sequence: Number(feed?.last_sequence ?? 0),
    };
  }
}
