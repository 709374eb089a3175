import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { CreateCustomer } from '#customer-portal';
import { BuySeats, StartSubscription } from '#entitlements';
import { Access } from '#kernel';
import { allItems } from '#support/streamed-lists';
import { AssignSeats, CreateInvitation, ListSeats, SeatAccess } from '#seats';
import type { DemoSeats } from './demo.ts';

const BOUGHT = 10;
const UNUSED = 3;

const salesOf = (organizationId: string): Access => new Access([organizationId], [organizationId], 'sales');

interface Sale {
  readonly organizationId: string;
  readonly productId: string;
}

/** Sells seats to a team, and creates three invitations. */
export async function makeSeats(
  commands: CommandBus,
  queries: QueryBus,
  { organizationId, productId }: Sale,
): Promise<DemoSeats> {
  const team = { organizationId, type: 'team', email: 'team@example.com', name: 'Initech' } as const;
  const customer = { id: await commands.execute(new CreateCustomer(team)) };
  const purchase = { productId, customer, seats: BOUGHT, metadata: {} };
  const { id: subscription_id } = await commands.execute(new StartSubscription(salesOf(organizationId), purchase));
  return renewInvitations(commands, queries, organizationId, { subscription_id });
}

/** Renews the invitations of up to three pending seats, and assigns further seats until three invitations are unused. */
export async function renewInvitations(
  commands: CommandBus,
  queries: QueryBus,
  organizationId: string,
  { subscription_id }: Pick<DemoSeats, 'subscription_id'>,
): Promise<DemoSeats> {
  const sales = salesOf(organizationId);
  const access = SeatAccess.ofSeller(sales);
  const within = { organizations: [organizationId], customerId: null, memberId: null };
  const { seats, available_seats, total_seats } = await queries.execute(new ListSeats(within, { subscription_id }, {}));
  const pending = (await allItems(seats)).filter(({ status }) => status === 'pending').slice(0, UNUSED);
  const missing = UNUSED - pending.length;
  if (missing > available_seats) {
    await commands.execute(new BuySeats(sales, subscription_id, total_seats + missing - available_seats));
  }
  const inputs = Array.from({ length: missing }, () => ({
    recipient: { email: `seat-${randomUUID().slice(0, 8)}@example.com` },
    metadata: {},
  }));
  const assigned =
    missing > 0 ? await commands.execute(new AssignSeats(access, { subscriptionId: subscription_id }, inputs)) : [];
  const customers = new Access([organizationId], [organizationId], 'customers');
  const invitation_tokens: string[] = [];
  for (const id of [...pending.map((seat) => seat.id), ...assigned]) {
    invitation_tokens.push((await commands.execute(new CreateInvitation(access, customers, id))).token);
  }
  return { subscription_id, invitation_tokens };
}
