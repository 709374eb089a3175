import { seedFixtures } from '../support/fixtures.ts';
import { errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
beforeAll(async () => {
  service = await listen();
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

test('a customer requests another address, and whoever has the link checks and uses it', async () => {
  const { sessions, email_change_token: token } = await seedFixtures(service.api, ['portal']);
  const { customers } = service.polar(sessions.customer_session).customerPortal;
  await customers.requestEmailUpdate({ email: 'new-address@example.com' });
  expect(await refusal(customers.requestEmailUpdate({ email: 'nonsense' }))).toBeInstanceOf(errors.HTTPValidationError);

  const visitor = service.polar('').customerPortal.customers;
  expect(await visitor.checkEmailUpdate({ token })).toBeUndefined();
  const verified = await visitor.verifyEmailUpdate({ token });
  const { email, email_verified } = await service.polar(verified.token).customerPortal.customers.get();
  expect({ email, email_verified }).toEqual({ email: expect.stringMatching(/^new-.*@example\.com$/), email_verified: true });
  expect(await refusal(visitor.verifyEmailUpdate({ token }))).toMatchObject({ statusCode: 401 });
  expect(await refusal(visitor.checkEmailUpdate({ token }))).toMatchObject({ statusCode: 401 });
});
