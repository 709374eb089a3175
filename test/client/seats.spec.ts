import type { Polar } from '@polar-sh/sdk/2026-04';
import { seedSeats } from '../support/seed-seats.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

test('a seat is assigned, read, claimed, listed in the portal and revoked', async () => {
  const { subscription_id, customer_id, invite } = await seedSeats(service.api, seller, 3);
  const assigned = await polar.customerSeats.assignSeat({
    subscription_id,
    email: 'ada@acme.example',
    metadata: { team: 'core' },
  });
  expect(assigned).toMatchObject({ status: 'pending', email: 'ada@acme.example', member: { customer_id, role: 'member' } });
  expect(await polar.customerSeats.resendInvitation(assigned.id)).toMatchObject({ id: assigned.id, status: 'pending' });

  const { seat_id, invitation_token } = await invite();
  const info = await polar.customerSeats.getClaimInfo(invitation_token);
  expect(info).toMatchObject({ product_name: 'Acme Pro', organization_slug: seller.organization.slug, can_claim: true });
  const claimed = await polar.customerSeats.claimSeat({ invitation_token });
  expect(claimed.seat).toMatchObject({ id: seat_id, status: 'claimed', subscription_id });
  expect(await polar.customerSeats.listSeats({ subscription_id })).toMatchObject({ available_seats: 1, total_seats: 3 });

  const portal = service.polar(claimed.customer_session_token);
  const own = await portal.customerPortal.seats.listSeats({ subscription_id });
  expect(own).toMatchObject({ seats: [{ id: seat_id }], total_seats: 3 });
  const { items } = await portal.customerPortal.seats.listClaimedSubscriptions();
  expect(items).toMatchObject([{ id: subscription_id, seats: 3, product: { organization: { slug: seller.organization.slug } } }]);

  expect(await polar.customerSeats.revokeSeat(seat_id)).toMatchObject({ status: 'revoked', member: null });
  expect((await portal.customerPortal.seats.listSeats({ subscription_id })).seats).toEqual([]);
});

test('a number of seats is scheduled for the next period', async () => {
  const { subscription_id } = await seedSeats(service.api, seller, 3);
  const scheduled = await polar.subscriptions.update(subscription_id, { seats: 2, proration_behavior: 'next_period' });
  expect(scheduled).toMatchObject({ seats: 3, pending_update: { product_id: null, seats: 2 } });
  expect(await polar.subscriptions.update(subscription_id, { seats: 4, proration_behavior: 'prorate' })).toMatchObject({
    seats: 4,
    pending_update: null,
  });
});

test('a customer assigns its own seats', async () => {
  const { subscription_id, customer_id } = await seedSeats(service.api, seller, 1);
  const { token } = await polar.customerSessions.create({ customer_id });
  const { seats } = service.polar(token).customerPortal;
  const seat = await seats.assignSeat({ subscription_id, email: 'grace@acme.example' });
  expect(await seats.resendInvitation(seat.id)).toMatchObject({ status: 'pending' });
  expect((await seats.listSeats({ subscription_id })).seats).toMatchObject([{ id: seat.id, email: 'grace@acme.example' }]);
  expect(await seats.revokeSeat(seat.id)).toMatchObject({ status: 'revoked' });
});

test('an error raises the client’s error class', async () => {
  const { subscription_id } = await seedSeats(service.api, seller, 1);
  await polar.customerSeats.assignSeat({ subscription_id, email: 'ada@acme.example', immediate_claim: true });
  const full = await refusal(polar.customerSeats.assignSeat({ subscription_id, email: 'joan@acme.example' }));
  expect(full).toBeInstanceOf(errors.CustomerSeatsAssignSeat400Error);
  expect(await refusal(polar.customerSeats.claimSeat({ invitation_token: 'nothing' }))).toBeInstanceOf(
    errors.CustomerSeatsClaimSeat400Error,
  );
  expect(await refusal(polar.customerSeats.getClaimInfo('nothing'))).toBeInstanceOf(errors.CustomerSeatsGetClaimInfo404Error);
});
