import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { startApi, type TestApi } from './api.ts';
import { type Answer, type Call, callAs } from './call.ts';
import { seedCustomer } from './seed-customer.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

type Body = Answer['body'];

/** A filter that matches every event. */
export const ANY = { conjunction: 'and', clauses: [] };

export const eventsNamed = (name: string) => ({
  conjunction: 'and',
  clauses: [{ property: 'name', operator: 'eq', value: name }],
});

/** A seller with meters, and a second organization (`theirs`). No worker runs: published events are not processed. */
export interface MeteringFixture {
  readonly api: TestApi;
  readonly ours: SeededOrganization;
  readonly theirs: SeededOrganization;
  /** Calls with an organization access token. */
  readonly seller: Call;
  customer(attributes?: Parameters<typeof seedCustomer>[2]): ReturnType<typeof seedCustomer>;
  meter(aggregation: object, filter?: object): Promise<Body>;
  /** Ingests events; throws unless the response is 200. */
  ingest(...events: object[]): Promise<{ inserted: number; duplicates: number }>;
  /** The customer meter; undefined if the customer has none. */
  balance(customer: { readonly id: string }, meter: { readonly id: string }): Promise<Body>;
  rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** Published events about an aggregate, in order. */
  eventsOf(id: string): Promise<{ name: string; payload: Record<string, unknown> }[]>;
  run<T>(command: Parameters<CommandBus['execute']>[0]): Promise<T>;
  close(): Promise<void>;
}

export async function openMeteringFixture(): Promise<MeteringFixture> {
  const api = await startApi();
  const [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  const seller = callAs(api, ours.oat);
  const rows = <T>(sql: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute<T[]>(sql, values);
  const expectStatus = async ({ status, body, text }: Answer, expected: number): Promise<Body> => {
    if (status !== expected) throw new Error(`Not ${expected}: ${status} ${text}`);
    return body;
  };
  return {
    api,
    ours,
    theirs,
    seller,
    customer: (attributes) => seedCustomer(api, ours.organization.id, attributes),
    meter: async (aggregation, filter = ANY) =>
      expectStatus(await seller('POST', '/v1/meters/', { name: 'Calls', filter, aggregation }), 201),
    ingest: async (...events) => expectStatus(await seller('POST', '/v1/events/ingest', { events }), 200),
    balance: async (customer, meter) => {
      const { body } = await seller('GET', `/v1/customer-meters/?customer_id=${customer.id}&meter_id=${meter.id}`);
      return body.items[0];
    },
    rows,
    eventsOf: (id) => rows('select name, payload from platform.outbox where aggregate_id = ? order by id', id),
    run: (command) => api.app.get(CommandBus).execute(command) as never,
    close: () => api.close(),
  };
}
