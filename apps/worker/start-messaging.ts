import { type INestApplicationContext, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { reportFailure } from '#platform/checks';
import { OrganizationClocks } from '#platform/clocks';
import { type AnySubscriber, EventRouter, Messaging, openBackend } from '#platform/messaging';
import { pgPool } from '#platform/persistence';
import type { ProcessSettings } from '../settings.ts';
import { subscriptions } from './subscriptions.ts';

/** Delivers events to the subscribers of `app` until the returned object is disposed. */
export async function startMessaging(app: INestApplicationContext, { config, databaseUrl }: ProcessSettings): Promise<Messaging> {
  const log = new Logger('Worker');
  const pool = await pgPool(app.get(EntityManager));
  const clocks = app.get(OrganizationClocks);
  const byEvent = Object.entries(subscriptions).map(
    ([event, subscribers]) => [event, subscribers.map((subscriber) => app.get<AnySubscriber>(subscriber))] as const,
  );
  return Messaging.start({
    databaseUrl,
    pool,
    router: new EventRouter(new Map(byEvent)),
    refreshClocks: clocks.isSandbox ? () => clocks.refresh() : undefined,
    backend: await openBackend({ databaseUrl, redisUrl: config.redisUrl }),
    retentionDays: config.outboxRetentionDays,
    failed: (what, error) => reportFailure(log, `${what} failed and will be retried`, error),
  });
}
