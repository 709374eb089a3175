import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventHandover } from '../domain/event-handover.ts';
import { type EventSink, EventSinks } from '../domain/event-sink.ts';

/** Hands the events that were stored over to the sink, if there is one. Stops early when aborted; the next run continues. */
export class HandOverEvents extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(HandOverEvents)
export class HandOverEventsHandler implements ICommandHandler<HandOverEvents> {
  constructor(
    private readonly handover: EventHandover,
    private readonly sinks: EventSinks,
  ) {}

  async execute({ stop }: HandOverEvents): Promise<void> {
    const sink = this.sinks.used;
    if (!sink || !(await this.handover.prepare())) return;
    while (!stop.aborted && (await this.handOverNext(sink, stop)));
  }

  private async handOverNext(sink: EventSink, stop: AbortSignal): Promise<boolean> {
    const range = await this.handover.claim(sink.name);
    if (!range) return false;
    try {
      await sink.store(range, stop);
    } catch (error) {
      await this.handover.failed(sink.name, range);
      if (stop.aborted) return false;
      throw error;
    }
    await this.handover.stored(sink.name, range);
    return true;
  }
}
