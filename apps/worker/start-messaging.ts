import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EntityManager } from '@mikro-orm/postgresql';
import { reportFailure } from '#engine/checks';
import { Sandboxes } from '#platform/http';
import { Messaging, openBackend } from '#platform/messaging/composition';
import { pgPool } from '#engine/persistence';
import type { ProcessSettings } from '../settings.ts';
import { eventRouter } from './subscriptions.ts';

/** Delivers events to the subscribers of `app` until the returned object is disposed. */
export async function startMessaging(app: INestApplicationContext, { config, databaseUrl }: ProcessSettings): Promise<Messaging> {
  const log = new Logger('Worker');
  const pool = await pgPool(app.get(EntityManager));
  const sandboxes = app.get(Sandboxes);
  return Messaging.start({
    databaseUrl,
    pool,
    router: eventRouter(app.get(CommandBus)),
    refreshClocks: (ids) => sandboxes.refreshFor(ids),
    backend: await openBackend({ databaseUrl, redis: config.redis }),
    retentionDays: config.outboxRetentionDays,
    failed: (what, error) => reportFailure(log, `${what} failed and will be retried`, error),
  });
}
