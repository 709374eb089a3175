import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AdvanceSubscriptions } from '#entitlements';
import { Turn } from '#platform/messaging';

const EVERY_MS = 30_000;

/** Does what is due by the clock, at once and every so often, until it is disposed of. Several processes share the work. */
export function keepTime(app: INestApplicationContext, everyMs = EVERY_MS): AsyncDisposable {
  const log = new Logger('Worker');
  const advancing = new Turn(
    async () => void (await app.get(CommandBus).execute(new AdvanceSubscriptions())),
    everyMs,
    (error) => log.error('Advancing subscriptions failed and is tried again', error),
  );
  advancing.soon();
  return { [Symbol.asyncDispose]: () => advancing.stop() };
}
