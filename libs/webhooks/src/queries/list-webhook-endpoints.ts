import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderByWithId } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { ENDPOINT_COLUMNS, endpointsOf, toEndpointView } from './endpoint-rows.ts';
import type { WebhookEndpointView } from './webhook-endpoint.view.ts';

/** The newest first. */
export class ListWebhookEndpoints extends Query<Page<WebhookEndpointView>> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    /** Only those that are disabled, or at which an attempt after this time failed. */
    readonly failingSince: Date | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

const hasFailedSince = (time: Date): RawBuilder<SqlBool> => sql`(not enabled or exists (
  select from webhooks.attempts a where a.endpoint_id = endpoints.id and not a.succeeded and a.created_at > ${time}))`;

@QueryHandler(ListWebhookEndpoints)
export class ListWebhookEndpointsHandler implements IQueryHandler<ListWebhookEndpoints> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access, organizationIds, failingSince, paging }: ListWebhookEndpoints): Promise<Page<WebhookEndpointView>> {
    let endpoints = endpointsOf(this.em, access.narrow(organizationIds));
    if (failingSince) endpoints = endpoints.where(hasFailedSince(failingSince));
    const [rows, { total }] = await Promise.all([
      endpoints
        .select(ENDPOINT_COLUMNS)
        .orderBy(orderByWithId(['-created_at']))
        .limit(paging.limit)
        .offset(offsetOf(paging))
        .execute(),
      endpoints.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(
      rows.map((row) => toEndpointView(row, this.keyring)),
      Number(total),
      paging,
    );
  }
}
