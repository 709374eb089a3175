import { NestFactory } from '@nestjs/core';
import { CqrsModule, EventBus, EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Module } from '@nestjs/common';

class KeyIssued {
  constructor(readonly licenseKeyId: string) {}
}

/** Counts instead of doing anything, so that the bus alone is measured. */
@EventsHandler(KeyIssued)
class CountIssuedKeys implements IEventHandler<KeyIssued> {
  count = 0;

  handle(): void {
    this.count++;
  }
}

@Module({ imports: [CqrsModule.forRoot()], providers: [CountIssuedKeys] })
class EventsModule {}

/** Publishes an event to one handler in the same process, and returns how many it has handled. */
export async function eventBus(): Promise<() => number> {
  const app = await NestFactory.createApplicationContext(EventsModule, { logger: false });
  await app.init();
  const [bus, handler] = [app.get(EventBus), app.get(CountIssuedKeys)];
  return () => {
    bus.publish(new KeyIssued('key'));
    return handler.count;
  };
}
