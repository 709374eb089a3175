import { type INestApplicationContext, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { openBackend, Messaging, type Subscriber } from '#platform/messaging';
import { pgPool } from '#platform/persistence';
import type { ProcessSettings } from '../settings.ts';
import { assertKnownEvents } from './assert-known-events.ts';
import { subscriptions } from './subscriptions.ts';

/** Carries events to the subscribers that live in `app`, until it is disposed of. */
export async function startMessaging(app: INestApplicationContext, { config, databaseUrl }: ProcessSettings): Promise<Messaging> {
  const log = new Logger('Worker');
  const pool = await pgPool(app.get(EntityManager));
  await assertKnownEvents(pool, subscriptions);
  const classes = new Set(Object.values(subscriptions).flat());
  return Messaging.start({
    databaseUrl,
    pool,
    backend: await openBackend({ databaseUrl, redisUrl: config.redisUrl }),
    routes: new Map(Object.entries(subscriptions).map(([event, subscribers]) => [event, subscribers.map(({ name }) => name)])),
    subscribers: new Map([...classes].map((subscriber) => [subscriber.name, app.get<Subscriber>(subscriber)])),
    retentionDays: config.outboxRetentionDays,
    failed: (what, error) => log.error(`${what} failed and is tried again`, error),
  });
}
