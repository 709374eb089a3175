import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterClient } from '#oauth';
import { newToken } from '#engine/secrets';
import { noteSecret } from '../support/logged-secrets.ts';
import { ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { ROOT } from '../support/processes.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUserSession } from '../support/seed-user.ts';

const CLIENT_ID = 'example';
const SECRET = newToken('cs');
noteSecret(SECRET);

let openid: OpenIdApi;
let seller: SeededOrganization;
let proxy: Server;
beforeAll(async () => {
  openid = await startOpenId();
  seller = await seedOrganization(openid.api, { name: 'Acme' });
  // An installed application may listen on any port of its machine.
  const metadata = { client_name: 'Example', application_type: 'native', redirect_uris: ['http://localhost/callback'] };
  await openid.api.app.get(CommandBus).execute(new RegisterClient(CLIENT_ID, SECRET, metadata));
  // The name of the issuer leads to the API.
  proxy = createServer().on('connect', (_request, socket) => {
    const target = connect(openid.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    target.pipe(socket).pipe(target);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await openid.close();
});

/** What the example prints, line by line. */
function run(secret: string): { readonly child: ChildProcess; readonly output: () => string; line(): Promise<string> } {
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [join(ROOT, 'docs/examples/sign-in.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_USE_ENV_PROXY: '1',
      http_proxy: address,
      no_proxy: '',
      ISSUER,
      CLIENT_ID,
      CLIENT_SECRET: secret,
      PORT: '0',
    },
  });
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    child,
    output: () => printed,
    line: async () => {
      while (!printed.includes('\n')) {
        await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
        if (child.exitCode !== null && !printed.includes('\n')) throw new Error('The example ended without a word');
      }
      return printed.split('\n')[0]!;
    },
  };
}

/** The browser of the owner, who allows the example to act; it is sent back to the example. */
async function allow(url: string): Promise<Response> {
  const browser = new PlainBrowser(openid);
  browser.setCookie('latchkey_session', await seedUserSession(openid.api, seller.user.id));
  await browser.open(url);
  return fetch(await browser.press('allow', { organization: seller.organization.id }));
}

test('the example signs a user in, calls the API for them, and gives its tokens back', async () => {
  const example = run(SECRET);
  const [, url] = /^Open (\S+) in a browser\.$/.exec(await example.line()) ?? [];
  const closed = once(example.child, 'close');
  const answer = await allow(url!);
  expect([answer.status, await answer.text()]).toEqual([200, 'You are signed in. You can close this page.']);
  expect([(await closed)[0], example.output().split('\n').slice(1)]).toEqual([
    0,
    [expect.stringMatching(/^Signed in as \S+@\S+\.$/), 'License keys: 0', ''],
  ]);
  const headers = { authorization: `Bearer ${seller.user_session}` };
  const authorizations = await openid.fetch(`${ISSUER}/v1/users/me/authorizations`, { headers });
  expect(((await authorizations.json()) as { items: unknown[] }).items).toEqual([]);
});

test('with a wrong secret it fails', async () => {
  const example = run('latchkey_cs_wrong');
  const [, url] = /^Open (\S+) in a browser\.$/.exec(await example.line()) ?? [];
  const closed = once(example.child, 'close');
  expect((await allow(url!)).status).toBe(400);
  expect((await closed)[0]).toBe(1);
});
