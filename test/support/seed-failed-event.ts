import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { TestApi } from './api.ts';

interface FailedEventOptions {
  readonly subscriber?: string;
  readonly name?: string;
  readonly reason?: 'refused' | 'mail' | 'unavailable' | 'unexpected';
  readonly status?: 'failed' | 'retry_requested' | 'retrying';
  readonly failed_at?: string;
}

/** An event that was given up, as the worker notes it. The number of the event is that of none in the outbox. */
export async function seedFailedEvent(
  api: TestApi,
  organizationId: string,
  {
    subscriber = 'IssueKeyWhenBenefitGranted',
    name = 'benefit_grant.created',
    reason = 'unavailable',
    status = 'failed',
    failed_at = '2026-11-20T18:00:00.000Z',
  }: FailedEventOptions = {},
): Promise<{ readonly id: string }> {
  const [row] = await api.app
    .get(EntityManager)
    .fork()
    .execute<{ id: string }[]>(
      `insert into platform.failed_events
         (organization_id, event_id, subscriber, name, aggregate_id, occurred_at, failed_at, reason, status)
       select ?, coalesce(max(event_id), 0) + 1, ?, ?, ?, '2026-11-20T12:00:00.000Z', ?, ?, ? from platform.failed_events
       returning id`,
      [organizationId, subscriber, name, randomUUID(), failed_at, reason, status],
    );
  return row!;
}
