import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { operationsOf } from '../support/described-operations.ts';
import { ownRequest, seedFixturesFor } from '../support/examples/index.ts';

const api = await startApi(NO_SIGN_IN_LIMITS);
const contract = Contract.of(api);
afterAll(() => api.close());

/** Changes that every request makes, with the reason. */
const ALWAYS_CHANGE: Readonly<Record<string, string>> = {
  'PATCH /v1/webhooks/endpoints/{id}/secret': 'it makes another secret',
};

const operations = operationsOf(contract).filter(({ name, method }) => method === 'PATCH' && !(name in ALWAYS_CHANGE));

/** Whatever aggregate it is: no row, no event, no entry of the audit log, and another `modified_at` neither. */
describe.each(operations)('$name', ({ name }) => {
  test('writes nothing and says nothing if it changes nothing', async () => {
    const { method, url, body, token } = ownRequest(contract, name, await seedFixturesFor(api, name));
    const send = (sent: unknown) => callAs(api, token)(method, url, sent);
    const changed = await send(body);
    expect(changed.status).toBe(200);
    const before = await databaseWrites(api);
    for (const sent of [body, {}, changed.body]) {
      const { status, body: shown } = await send(sent);
      // What is done already may be refused, and a body without a field that the operation needs is.
      expect([200, 403, 422]).toContain(status);
      expect(status === 200 ? shown : changed.body).toEqual(changed.body);
      expect(await databaseWrites(api)).toBe(before);
    }
  });
});
