import { PolarRateLimitError } from '@polar-sh/sdk';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const polar = () => service.polar(seller.oat);
let count = 0;
const newAddress = (): string => `client-${++count}@example.com`;

test('a seller lets a customer in, who is told who it is', async () => {
  const customer = await seedCustomer(service.api, seller.organization.id, { name: 'Ada' });
  const session = await polar().customerSessions.create({ customer_id: customer.id, return_url: 'https://shop.example.com/' });
  expect(session).toMatchObject({ customer_id: customer.id, customer: { email: customer.email } });
  const portal = service.polar(session.token).customerPortal;
  expect(await portal.customerSession.introspect()).toMatchObject({ return_url: 'https://shop.example.com/' });
  expect(await portal.customerSession.getAuthenticatedUser()).toMatchObject({ type: 'customer', name: 'Ada', member_id: null });
  expect((await polar().customerSessions.create({ external_customer_id: customer.external_id! })).customer_id).toBe(customer.id);
  expect(await refusal(polar().customerSessions.create({ customer_id: crypto.randomUUID() }))).toBeInstanceOf(
    errors.HTTPValidationError,
  );
});

test('a visitor who tries codes without end is told when to come back', async () => {
  const tried = () => refusal(service.post('/v1/customer-portal/customer-session/authenticate', { code: 'AAAA-AAAAAA' }));
  for (const _ of [1, 2, 3, 4, 5, 6]) expect(await tried()).toMatchObject({ statusCode: 401 });
  const refused = await tried();
  expect(refused).toBeInstanceOf(PolarRateLimitError);
  expect(refused).toMatchObject({ statusCode: 429, retryAfter: 900 });
});

test('a seller manages the members of a team, under either id', async () => {
  const external_id = `team-${++count}`;
  const team = await polar().customers.create({ type: 'team', external_id, owner: { email: newAddress() } });
  const { members } = polar().customers;
  const member = await members.create(team.id, { email: newAddress(), external_id: 'grace', role: 'billing_manager' });
  expect(member).toMatchObject({ customer_id: team.id, role: 'billing_manager', external_id: 'grace' });
  expect(await members.get(team.id, member.id)).toEqual(member);
  expect(await members.getExternal(external_id, 'grace')).toEqual(member);
  expect(await members.update(team.id, member.id, { name: 'Grace' })).toMatchObject({ name: 'Grace' });
  const further = await members.createExternal(external_id, { email: newAddress(), external_id: 'ada' });
  expect(await members.updateExternal(external_id, 'ada', { role: 'owner' })).toMatchObject({ id: further.id, role: 'owner' });
  await members.delete(team.id, member.id);
  expect(await refusal(members.get(team.id, member.id))).toBeInstanceOf(errors.ResourceNotFound);
  const individual = await seedCustomer(service.api, seller.organization.id);
  expect(await refusal(members.create(individual.id, { email: newAddress() }))).toBeInstanceOf(errors.NotPermitted);
});

test('the owner of a team manages it alone', async () => {
  const team = await polar().customers.create({
    type: 'team',
    external_id: `team-${++count}`,
    owner: { email: newAddress(), external_id: 'o' },
  });
  const { token } = await polar().customerSessions.create({ customer_id: team.id, external_member_id: 'o' });
  const { members } = service.polar(token).customerPortal;
  const member = await members.addMember({ email: newAddress(), name: 'Grace' });
  expect(member).toMatchObject({ name: 'Grace', role: 'member' });
  expect(await members.updateMember(member.id, { role: 'billing_manager' })).toMatchObject({ role: 'billing_manager' });
  await members.removeMember(member.id);
});
