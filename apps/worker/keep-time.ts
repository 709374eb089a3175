import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ForgetWhatIsOver } from '#customer-portal';
import { AdvanceSubscriptions } from '#entitlements';
import { Turn } from '#platform/messaging';

const EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Does what is due by the clock, at once and every so often, until it is disposed of. Several processes share the work. */
export function keepTime(app: INestApplicationContext, everyMs = EVERY_MS): AsyncDisposable {
  const log = new Logger('Worker');
  const advancing = new Turn(
    async () => void (await app.get(CommandBus).execute(new AdvanceSubscriptions())),
    everyMs,
    (error) => log.error('Advancing subscriptions failed and is tried again', error),
  );
  const forgetting = new Turn(
    () => app.get(CommandBus).execute(new ForgetWhatIsOver()),
    HOUR_MS,
    (error) => log.error('Forgetting sessions that are over failed and is tried again', error),
  );
  advancing.now();
  forgetting.now();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all([advancing.stop(), forgetting.stop()])) };
}
