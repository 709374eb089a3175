import { ormOptions } from './orm-options.ts';

const PLAIN = 'postgres://ada:secret@127.0.0.1:5432/latchkey';
type Options = { readonly driverOptions: { readonly ssl: unknown }; readonly replicas?: readonly Options[] };

const sslOf = (url: string, replicaUrl?: string): readonly unknown[] => {
  const { driverOptions, replicas = [] } = ormOptions(url, [], { replicaUrl }) as unknown as Options;
  return [driverOptions.ssl, ...replicas.map((each) => each.driverOptions.ssl)];
};

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=verify-full', {}],
  ['?sslmode=no-verify', { rejectUnauthorized: false }],
])('connections of the ORM are encrypted as the address says: %s', (parameters, ssl) => {
  expect(sslOf(`${PLAIN}${parameters}`)).toEqual([ssl]);
});

test('each server is reached as its own address says', () => {
  expect(sslOf(PLAIN, `${PLAIN}?sslmode=verify-full`)).toEqual([false, {}]);
});
