import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Access, isUuid } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#engine/persistence';
import { bodyIn } from '#support/api-versions';
import type { WebhooksTables } from '../adapters/persistence/webhooks-tables.mapping.ts';
import type { WebhookEventType } from '../views/webhook-event-type.view.ts';
import type { WebhookDeliveryView } from './webhook-delivery.view.ts';

export const HTTP_CODE_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Values of one filter are alternatives; different filters are combined with AND. */
interface DeliveryFilter {
  readonly endpoint_id?: readonly string[];
  /** Exclusive, like the end. */
  readonly start_timestamp?: Date;
  readonly end_timestamp?: Date;
  readonly succeeded?: boolean;
  /** A part of the id of the attempt or of its event, or of the status; case-insensitive. */
  readonly query?: string;
  readonly http_code_class?: (typeof HTTP_CODE_CLASSES)[number];
  readonly event_type?: readonly WebhookEventType[];
}

/** The newest first. */
export class ListWebhookDeliveries extends Query<Page<WebhookDeliveryView>> {
  constructor(
    readonly access: Access,
    readonly filter: DeliveryFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** A whole id is found by its indexes; any other text is searched for in every attempt that the other filters leave. */
const foundBy = (query: string): RawBuilder<SqlBool> =>
  isUuid(query)
    ? sql`(a.id = ${query}::uuid or a.event_id = ${query}::uuid)`
    : sql`strpos(concat_ws(' ', a.id, a.event_id, a.http_code), lower(${query})) > 0`;

/** One type by equality, so that its index also gives the order. */
const isOfType = ([type, ...others]: readonly string[]): RawBuilder<SqlBool> =>
  others.length === 0 ? sql`a.type = ${type}` : sql`a.type = any(${[type, ...others]}::text[])`;

/** Conditions on the columns that attempts and their counters have in common. Only a successful attempt has a code of the class 2xx. */
function sorts(access: Access, { endpoint_id, succeeded, http_code_class, event_type }: DeliveryFilter): RawBuilder<SqlBool> {
  const some: RawBuilder<unknown>[] = [anyOf('a.organization_id', access.visible)];
  if (endpoint_id) some.push(anyOf('a.endpoint_id', endpoint_id));
  if (succeeded !== undefined) some.push(succeeded ? sql`a.succeeded` : sql`not a.succeeded`);
  if (http_code_class) {
    some.push(http_code_class === '2xx' ? sql`a.succeeded` : sql`not a.succeeded`);
    some.push(sql`a.http_code / 100 = ${Number(http_code_class[0])}`);
  }
  if (event_type) some.push(isOfType(event_type));
  return sql.join(some, sql` and `);
}

@QueryHandler(ListWebhookDeliveries)
export class ListWebhookDeliveriesHandler implements IQueryHandler<ListWebhookDeliveries> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, paging }: ListWebhookDeliveries): Promise<Page<WebhookDeliveryView>> {
    const [rows, total] = await Promise.all([this.page(access, filter, paging), this.total(access, filter)]);
    return toPage(rows.map(toView), total, paging);
  }

  /** Counters are read, unless the filter asks for what they do not tell. */
  private async total(access: Access, filter: DeliveryFilter): Promise<number> {
    const needsAttempts = filter.start_timestamp ?? filter.end_timestamp ?? filter.query;
    const counted = needsAttempts
      ? this.attempts(access, filter).select(sql<string>`count(*)`.as('total'))
      : readDb<WebhooksTables>(this.em)
          .selectFrom('webhooks.attempt_counts as a')
          .where(sorts(access, filter))
          .select(sql<string>`coalesce(sum(a.number), 0)`.as('total'));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  }

  private attempts(access: Access, filter: DeliveryFilter) {
    let some = readDb<WebhooksTables>(this.em).selectFrom('webhooks.attempts as a').where(sorts(access, filter));
    if (filter.start_timestamp) some = some.where('a.created_at', '>', filter.start_timestamp);
    if (filter.end_timestamp) some = some.where('a.created_at', '<', filter.end_timestamp);
    if (filter.query) some = some.where(foundBy(filter.query));
    return some;
  }

  private page(access: Access, filter: DeliveryFilter, paging: Paging) {
    return this.attempts(access, filter)
      .innerJoin('webhooks.events as e', 'e.id', 'a.event_id')
      .innerJoin('webhooks.deliveries as d', (join) =>
        join.onRef('d.event_id', '=', 'a.event_id').onRef('d.endpoint_id', '=', 'a.endpoint_id'),
      )
      .select(['a.id', 'a.created_at', 'a.succeeded', 'a.http_code', 'a.response'])
      .select(['e.id as event_id', 'e.created_at as event_created_at', 'e.type', 'e.body', 'e.added_fields'])
      .select(['d.status', 'd.last_http_code', 'd.modified_at', 'd.api_version'])
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(paging.limit)
      .offset(offsetOf(paging))
      .execute();
  }
}

type Row = Awaited<ReturnType<ListWebhookDeliveriesHandler['page']>>[number];

const SUCCEEDED = { succeeded: true, failed: false, pending: null, skipped: null } as const;

const toView = (row: Row): WebhookDeliveryView => ({
  created_at: row.created_at,
  modified_at: null,
  id: row.id,
  succeeded: row.succeeded,
  http_code: row.http_code,
  response: row.response,
  webhook_event: {
    created_at: row.event_created_at,
    modified_at: row.modified_at,
    id: row.event_id,
    last_http_code: row.last_http_code,
    succeeded: SUCCEEDED[row.status],
    skipped: row.status === 'skipped',
    api_version: row.api_version,
    payload: row.body && bodyIn(row.api_version, row.body, row.added_fields),
    type: row.type as WebhookEventType,
    is_archived: row.body === null,
  },
});
