import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';

let openid: OpenIdApi;
beforeAll(async () => {
  openid = await startOpenId();
});
afterAll(() => openid.close());

const command = (name: 'list' | 'rotate', ...options: string[]) =>
  latchkey(['openid-keys', name, ...options], {
    DATABASE_URL: openid.api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });

interface ListedKey {
  readonly kid: string;
  readonly state: string;
  readonly active_from: string;
}

const states = async () =>
  (JSON.parse((await command('list', '--json')).out) as ListedKey[]).map(({ kid, state }) => [kid, state]);

test('keys are listed, and rotated after an announcement or at once', async () => {
  expect(await command('list')).toMatchObject({ exitCode: 0, out: 'There are no keys yet. The first sign-in makes one.\n' });
  const { keys } = (await (await openid.fetch(`${ISSUER}/.well-known/jwks.json`)).json()) as {
    readonly keys: { readonly kid: string }[];
  };
  const first = keys[0]!.kid;
  expect(await states()).toEqual([[first, 'current']]);

  const announced = JSON.parse((await command('rotate', '--json')).out) as { readonly kid: string; readonly begin: string };
  expect(announced.begin).toBe('later');
  expect(await states()).toEqual([
    [announced.kid, 'upcoming'],
    [first, 'current'],
  ]);
  const { out } = await command('rotate', '--begin', 'now');
  const [, second] = /^Key (\S+) signs ID tokens from now on\. The key before it stays published for a day\.\n$/.exec(out)!;
  expect(await states()).toEqual([
    [announced.kid, 'upcoming'],
    [second, 'current'],
    [first, 'retired'],
  ]);
  expect((await command('list')).out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${announced.kid}  upcoming  \\S+Z$`)),
    expect.stringMatching(new RegExp(`^${second}  current   \\S+Z$`)),
    expect.stringMatching(new RegExp(`^${first}  retired   \\S+Z$`)),
    '',
  ]);
});

test('another time is a sentence', async () => {
  expect(await command('rotate', '--begin', 'never')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--begin') });
});
