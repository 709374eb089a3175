import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { WallClock } from '#kernel';
import type { Connectors } from '../domain/connectors.ts';
import type { Subjects } from '../domain/subjects.ts';
import { Buyers } from './buyers.ts';
import { ProvidedItems } from './provided-items.ts';
import { ProvidedPayments } from './provided-payments.ts';
import { Purchases } from './purchases.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/** `Purchases` with its parts. */
export function purchasesOf(
  subjects: Subjects,
  connectors: Connectors,
  undelivered: UndeliveredNotes,
  commands: CommandBus,
  queries: QueryBus,
  clock: WallClock,
): Purchases {
  const items = new ProvidedItems(connectors, queries);
  const buyers = new Buyers(subjects, commands, queries);
  const payments = new ProvidedPayments(subjects, items, buyers, commands, queries);
  return new Purchases(subjects, items, payments, buyers, undelivered, commands, queries, clock);
}
