import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { WallClock } from '#kernel';
import type { Connectors } from '../domain/connectors.ts';
import type { ProviderObjects } from '../domain/provider-objects.ts';
import { Buyers } from './buyers.ts';
import { ObjectWork } from './object-work.ts';
import { ProvidedCustomers } from './provided-customers.ts';
import { ProvidedItems } from './provided-items.ts';
import { ProvidedPayments } from './provided-payments.ts';
import { Purchases } from './purchases.ts';
import { RecurringPayments } from './recurring-payments.ts';
import { RefundsAndDisputes } from './refunds-and-disputes.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/** `ObjectWork` with its parts. */
export function objectWorkOf(
  objects: ProviderObjects,
  connectors: Connectors,
  undelivered: UndeliveredNotes,
  commands: CommandBus,
  queries: QueryBus,
  clock: WallClock,
): ObjectWork {
  const items = new ProvidedItems(connectors, queries);
  const buyers = new Buyers(objects, commands, queries, clock);
  const renewals = new RecurringPayments(objects, items, buyers, commands);
  const payments = new ProvidedPayments(objects, items, renewals, buyers, commands, queries, clock);
  const paidBack = new RefundsAndDisputes(objects, payments, undelivered, commands);
  const customers = new ProvidedCustomers(objects, commands, queries);
  const purchases = new Purchases(objects, customers, items, payments, buyers, paidBack, commands, queries, clock);
  return new ObjectWork(objects, purchases, undelivered, clock);
}
