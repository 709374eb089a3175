import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/** As its documentation sets it up, without the default limit of ten verifications a day. */
const [databaseUrl, secret] = process.argv.slice(2);
const options = {
  database: new pg.Pool({ connectionString: databaseUrl }),
  secret,
  baseURL: 'http://127.0.0.1',
  plugins: [apiKey({ rateLimit: { enabled: false } })],
};
const auth = betterAuth(options);
await (await getMigrations(options)).runMigrations();

/** Verification is no endpoint of the library: a service calls it from one of its own. */
const server = createServer(async (request, response) => {
  const { key } = await json(request);
  const verified = await auth.api.verifyApiKey({ body: { key } });
  const text = JSON.stringify(verified);
  response.writeHead(verified.valid ? 200 : 404, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
});
server.listen(0, '127.0.0.1', () => process.send({ ready: server.address().port }));
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
