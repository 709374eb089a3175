import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { ConnectorState } from '../domain/connector.ts';
import { versionOf } from '../domain/event-order.ts';
import { Connectors } from '../domain/connectors.ts';
import { failed, ignored, type Outcome } from '../domain/outcome.ts';
import { type EventUpdates, EventNotUnderstood, markOf, type ProviderName, Providers } from '../domain/provider.ts';
import { type ProviderEvent, ProviderEvents, type StoredProviderEvent } from '../domain/provider-events.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import { ObjectWork } from './object-work.ts';
import { TestEvents } from './preview-events.ts';
import { UndeliveredNotes } from './undelivered-notes.ts';

/** Makes of an event what it says about customers and purchases. Can be repeated, and events may come in any order. */
export class ProcessProviderEvent extends Command<void> {
  constructor(readonly eventId: string) {
    super();
  }
}

@CommandHandler(ProcessProviderEvent)
export class ProcessProviderEventHandler implements ICommandHandler<ProcessProviderEvent> {
  constructor(
    private readonly events: ProviderEvents,
    private readonly connectors: Connectors,
    private readonly providers: Providers,
    private readonly objects: ProviderObjects,
    private readonly work: ObjectWork,
    private readonly undelivered: UndeliveredNotes,
    private readonly tests: TestEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ eventId }: ProcessProviderEvent): Promise<void> {
    const event = await this.events.find(eventId);
    const connector = event && (await this.connectors.find(event.connectorId));
    if (!event || !connector) return;
    if (event.body === '') return this.processErased(event, connector);
    const read = this.read(event, connector);
    if (!('updates' in read)) {
      await this.undelivered.noteEvent(connector, event, read);
      const outcome = read instanceof EventNotUnderstood ? failed(read.code, read.message) : read;
      return this.events.settle(eventId, outcome, this.clock.now());
    }
    const version = versionOf({ id: event.externalId, occurredAt: event.occurredAt }, read);
    const [merged] = await Promise.all([
      this.objects.merge(event, read.updates, version, this.clock.now()),
      this.undelivered.noteEvent(connector, event),
    ]);
    return this.work.update(connector, merged);
  }

  /** What an erased event said about an object is still known; of nothing else is anything known any more. */
  private async processErased(event: StoredProviderEvent, connector: Readonly<ConnectorState>): Promise<void> {
    if (event.objectId !== null) return this.work.update(connector, [await this.objects.begin(event.objectId)]);
    await this.undelivered.noteEvent(connector, event);
    const outcome = ignored('customer_deleted', 'What the event said was erased with its customer.');
    return this.events.settle(event.id, outcome, this.clock.now());
  }

  /** What the event says, or why it is not worked on. */
  private read(event: ProviderEvent, connector: Readonly<ConnectorState>): EventUpdates | Outcome | EventNotUnderstood {
    if (event.isTest && !this.tests.areProcessed) {
      return ignored('test_event', 'A test brings nothing in production. ENVIRONMENT=sandbox processes tests.');
    }
    if (event.account !== connector.account) {
      const problem = `The event is of the account ${event.account ?? 'that owns the webhook'}, not of ${connector.account ?? 'that one'}.`;
      return failed('unknown_account', problem);
    }
    try {
      const read = this.providers.of(connector.provider as ProviderName).read(event.body, markOf(connector.ownMetadata));
      return read.updates.length > 0
        ? read
        : ignored('not_relevant', `Events of the kind ${event.type} say nothing about purchases.`);
    } catch (error) {
      if (error instanceof EventNotUnderstood) return error;
      return failed('unreadable', `The event does not have the form that is documented for ${event.type}.`);
    }
  }
}
