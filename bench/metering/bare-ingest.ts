import { type MeteringFixture, ORGANIZATION_ID } from './metering-fixture.ts';

const INSERT = `
  with given as materialized (
    select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::uuid[], $6::jsonb[]) as given (id, name, customer_id, external_id, key, metadata)
  ),
  keyed as (insert into metering.event_external_ids (organization_id, key, event_id) select '${ORGANIZATION_ID}', key, id from given on conflict do nothing)
  insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id, external_id, metadata)
  select id, '${ORGANIZATION_ID}', now(), now(), 'user', name, customer_id, customer_id, external_id, metadata from given`;

/** Baseline: inserts the same rows into the same tables, without resolving customers, counting meters or building a response. */
export async function bareIngest(fixture: MeteringFixture, events: ReturnType<MeteringFixture['batch']>): Promise<void> {
  const time = Date.now().toString(16).padStart(12, '0');
  const ids = events.map(({ externalId }) => `${time.slice(0, 8)}-${time.slice(8)}${externalId!.slice(13)}`);
  await fixture.pool.query({
    name: 'bare-ingest',
    text: INSERT,
    values: [
      ids,
      events.map(({ name }) => name),
      events.map(({ customer }) => ('customerId' in customer ? customer.customerId : null)),
      events.map(({ externalId }) => externalId),
      events.map(({ externalId }) => externalId),
      events.map(({ metadata }) => JSON.stringify(metadata)),
    ],
  });
}
