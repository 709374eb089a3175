import { CommandBus } from '@nestjs/cqrs';
import type { AddressInfo } from 'node:net';
import { SetMemberRole } from '#organizations';
import { OPERATIONS } from '../../apps/api/operations/described.ts';
import { ENDS } from '../../apps/cli/resources/ends-of-days.ts';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';

const api = await startApi();
await api.app.listen(0, '127.0.0.1');
const service = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
afterAll(() => api.close());

const ours = await seedOrganization(api);
await callAs(api, ours.oat)('PATCH', `/v1/organizations/${ours.organization.id}`, { time_zone: 'Asia/Tokyo' });
const { id } = await seedLicenseKey(api, ours);
const extend = (token: string, until: string, ...options: string[]) =>
  latchkey(['keys', 'extend', id, until, '--json', ...options], { LATCHKEY_TOKEN: token, BASE_URL: service });
const expiry = async (token: string, until: string, ...options: string[]): Promise<unknown> => {
  const { exitCode, out, err } = await extend(token, until, ...options);
  return exitCode === 0 ? (JSON.parse(out) as { expires_at: string }).expires_at : [exitCode, err];
};

test('a key ends with the day that is named, in the time zone of the organization; a time stays what it is', async () => {
  expect(await expiry(ours.oat, '2030-01-31')).toBe('2030-01-31T14:59:59.999Z');
  expect(await expiry(ours.oat, '2030-01-31T00:00:00Z')).toBe('2030-01-31T00:00:00.000Z');
});

test('a day is refused if the time zone cannot be read', async () => {
  const token = await ours.tokenWith(['license_keys:write']);
  expect(await expiry(token, '2030-01-31')).toEqual([2, expect.stringContaining('which this token may not read')]);
  expect(await expiry(token, '2030-01-31T12:00:00Z')).toBe('2030-01-31T12:00:00.000Z');
});

test('of several time zones it is that of the organization that is named', async () => {
  const theirs = await seedOrganization(api);
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: theirs.organization.id }, ours.user.id, 'admin'));
  expect(await expiry(ours.pat, '2030-03-01')).toEqual([2, expect.stringContaining('name one with --organization')]);
  expect(await expiry(ours.pat, '2030-03-01', '--organization', ours.organization.id)).toBe('2030-03-01T14:59:59.999Z');
});

/** Days of these are their first instant in UTC, as in the API. */
const OTHERS = ['end_timestamp', 'published_at', 'purchased_at', 'resumes_at', 'since', 'start_timestamp', 'started_at'];

test('of every time that a command sends it is known whether something ends then', () => {
  const times = Object.values(OPERATIONS).flatMap(({ fields = [] }) =>
    fields.filter(({ in: place, format }) => place === 'body' && format === 'date-time').map(({ name }) => name),
  );
  expect([...new Set(times)].sort()).toEqual([...ENDS, ...OTHERS].sort());
});
