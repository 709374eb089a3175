import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { WallClock } from '#kernel';
import type { Connectors } from '../domain/connectors.ts';
import type { ProviderObjects } from '../domain/provider-objects.ts';
import { Buyers } from './buyers.ts';
import { ProvidedItems } from './provided-items.ts';
import { ProvidedPayments } from './provided-payments.ts';
import { Purchases } from './purchases.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/** `Purchases` with its parts. */
export function purchasesOf(
  objects: ProviderObjects,
  connectors: Connectors,
  undelivered: UndeliveredNotes,
  commands: CommandBus,
  queries: QueryBus,
  clock: WallClock,
): Purchases {
  const items = new ProvidedItems(connectors, queries);
  const buyers = new Buyers(objects, commands, queries);
  const payments = new ProvidedPayments(objects, items, buyers, commands, queries);
  return new Purchases(objects, items, payments, buyers, undelivered, commands, queries, clock);
}
