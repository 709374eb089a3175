export default async function teardown() {
  await globalThis.embeddedPostgres?.stop();
}
