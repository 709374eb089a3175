import { type INestApplicationContext, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AdvanceSubscriptions } from '#entitlements';
import { CountBacklogs, KeepEvents } from '#metering';
import { Config } from '#platform/config';
import { Turn } from '#platform/messaging';

const EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Does what is due by the clock, at once and every so often, until it is disposed of. Several processes share the work. */
export function keepTime(app: INestApplicationContext, everyMs = EVERY_MS): AsyncDisposable {
  const log = new Logger('Worker');
  const commands = app.get(CommandBus);
  const { eventsRetentionDays } = app.get(Config);
  const again = (what: string, work: () => Promise<unknown>, everyMs: number): Turn => {
    const turn = new Turn(
      async () => void (await work()),
      everyMs,
      (error) => log.error(`${what} failed and is tried again`, error),
    );
    turn.now();
    return turn;
  };
  const turns = [
    again('Advancing subscriptions', () => commands.execute(new AdvanceSubscriptions()), everyMs),
    again('Counting what meters have missed', () => commands.execute(new CountBacklogs()), everyMs),
    again('Keeping events', () => commands.execute(new KeepEvents(eventsRetentionDays)), HOUR_MS),
  ];
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(turns.map((turn) => turn.stop()))) };
}
