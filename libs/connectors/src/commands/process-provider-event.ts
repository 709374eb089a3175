import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { Connector } from '../domain/connector.ts';
import { Connectors } from '../domain/connectors.ts';
import { failed, ignored, type Outcome } from '../domain/outcome.ts';
import { type EventFacts, EventNotUnderstood, type ProviderName, Providers } from '../domain/provider.ts';
import { type ProviderEvent, ProviderEvents } from '../domain/provider-events.ts';
import { Subjects } from '../domain/subjects.ts';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import { Purchases } from './purchases.ts';
import { TestEvents } from './test-events.ts';

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
    private readonly subjects: Subjects,
    private readonly purchases: Purchases,
    private readonly undelivered: UndeliveredPurchases,
    private readonly tests: TestEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ eventId }: ProcessProviderEvent): Promise<void> {
    const event = await this.events.find(eventId);
    const connector = event && (await this.connectors.find(event.connectorId));
    if (!event || !connector) return;
    const read = this.read(event, connector);
    const now = this.clock.now();
    if (read instanceof EventNotUnderstood) {
      await this.list(event, read, now);
      return this.events.settle(eventId, failed(read.code, read.message), now);
    }
    if ('status' in read) return this.events.settle(eventId, read, now);
    await this.list(event, null, now);
    const stamp = { at: event.occurredAt.toISOString(), rank: read.rank, eventId: event.externalId };
    for (const id of await this.subjects.learn(event, read.facts, stamp)) await this.purchases.update(connector, id);
  }

  /** An event with a value that has no meaning may be about a payment. */
  private list(event: ProviderEvent, problem: EventNotUnderstood | null, now: Date): Promise<void> {
    const { id, organizationId, connectorId, externalId, occurredAt } = event;
    const value = problem?.value ?? null;
    const unknown = { email: null, externalPriceId: null, quantity: null, amount: null, currency: null };
    const common = { ...unknown, line: '', reason: 'value_unknown', problem: problem?.message ?? '', externalId } as const;
    const lines = value === null ? [] : [{ ...common, value, occurredAt }];
    return this.undelivered.replaceOf({ organizationId, connectorId, kind: 'event', id }, lines, now);
  }

  /** What the event says, or why it is not worked on. */
  private read(event: ProviderEvent, connector: Readonly<Connector>): EventFacts | Outcome | EventNotUnderstood {
    if (event.isTest && !this.tests.areProcessed) {
      return ignored('test_event', 'A test brings nothing in production. ENVIRONMENT=sandbox processes tests.');
    }
    if (event.account !== connector.account) {
      const problem = `The event is of the account ${event.account ?? 'that owns the webhook'}, not of ${connector.account ?? 'that one'}.`;
      return failed('unknown_account', problem);
    }
    try {
      const read = this.providers.of(connector.provider as ProviderName).read(event.body);
      return read.facts.length > 0
        ? read
        : ignored('not_relevant', `Events of the kind ${event.type} say nothing about purchases.`);
    } catch (error) {
      if (error instanceof EventNotUnderstood) return error;
      return failed('unreadable', `The event does not have the form that is documented for ${event.type}.`);
    }
  }
}
