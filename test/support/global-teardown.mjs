import pg from 'pg';

export default async function teardown() {
  if (globalThis.embeddedPostgres) return globalThis.embeddedPostgres.stop();
  const client = new pg.Client(process.env.TEST_DATABASE_URL);
  await client.connect();
  await client.query(`drop database if exists ${process.env.TEST_TEMPLATE} with (force)`);
  await client.end();
}
