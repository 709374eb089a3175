import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole } from '#organizations';
import { TextRecords } from '../../libs/identity/src/domain/email-domain.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedDomain } from '../support/seed-single-sign-on.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';

let api: TestApi;
let provider: SimulatedProvider;
let seller: SeededOrganization;
let owner: Call;
let path: string;
/** What nameservers say, by domain. */
let records: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  api = await startApi();
  provider = await SimulatedProvider.open();
  api.app.get<{ of: TextRecords['of'] }>(TextRecords).of = async (domain) => records[domain] ?? [];
});
beforeEach(async () => {
  records = {};
  provider.metadata = {};
  seller = await seedOrganization(api);
  owner = callAs(api, seller.user_session);
  path = `/v1/organizations/${seller.organization.id}/single-sign-on`;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const seen = async (answer: Promise<Answer>): Promise<unknown[]> => {
  const { status, body } = await answer;
  return [status, body?.error];
};
const settings = (more: object = {}): object => ({
  issuer: provider.issuer,
  client_id: 'latchkey',
  client_secret: provider.secret,
  ...more,
});
const newName = (): string => `${randomUUID()}.example.com`;

test('a connection is saved, returned without its secret, replaced and deleted', async () => {
  expect(await seen(owner('GET', path))).toEqual([404, 'ResourceNotFound']);
  const saved = await owner('PUT', path, settings({ default_role: 'finance' }));
  expect(saved.body).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    modified_at: null,
    organization_id: seller.organization.id,
    issuer: provider.issuer,
    client_id: 'latchkey',
    default_role: 'finance',
    is_enabled: true,
    owners_may_sign_in: true,
    redirect_path: '/single-sign-on/callback',
  });
  const replaced = await callAs(api, seller.pat)('PUT', path, settings({ client_secret: null, is_enabled: false }));
  expect(replaced.body).toMatchObject({ id: saved.body.id, default_role: 'member', is_enabled: false });
  const { body } = await owner('GET', `/v1/organizations/${seller.organization.id}/single-sign-on`);
  expect(body).toEqual(replaced.body);
  expect((await owner('DELETE', path)).status).toBe(204);
  expect(await seen(owner('DELETE', path))).toEqual([404, 'ResourceNotFound']);
});

test('only owners and admins change it; members read it, strangers see nothing, tokens of organizations are refused', async () => {
  const { body: domain } = await owner('POST', `${path}/domains`, { domain: newName() });
  await owner('PUT', path, settings());
  const requests = (call: Call): readonly Promise<unknown[]>[] => [
    seen(call('PUT', path, settings())),
    seen(call('DELETE', path)),
    seen(call('POST', `${path}/domains`, { domain: newName() })),
    seen(call('POST', `${path}/domains/${domain.id}/verify`)),
    seen(call('DELETE', `${path}/domains/${domain.id}`)),
  ];
  const member = await seedUser(api);
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: seller.organization.id }, member.id, 'member'));
  const [asMember, asStranger] = [member.id, (await seedUser(api)).id].map(async (id) =>
    callAs(api, await seedUserSession(api, id)),
  );
  for (const each of await Promise.all(requests(await asMember!))) expect(each).toEqual([403, 'NotPermitted']);
  expect((await (await asMember!)('GET', path)).status).toBe(200);
  for (const each of await Promise.all(requests(await asStranger!))) expect(each).toEqual([404, 'ResourceNotFound']);
  expect(await seen((await asStranger!)('GET', path))).toEqual([404, 'ResourceNotFound']);
  expect(await seen((await asStranger!)('GET', `${path}/domains`))).toEqual([404, 'ResourceNotFound']);
  expect((await callAs(api, seller.oat)('GET', path)).status).toBe(401);
});

describe('a provider that cannot be used is refused at the field', () => {
  const refusal = async (more: object): Promise<unknown[]> => {
    const { status, body } = await owner('PUT', path, settings(more));
    return [status, body.detail[0]?.loc, body.detail[0]?.msg];
  };
  const at = (field: string, reason: string): unknown[] => [422, ['body', field], expect.stringContaining(reason)];

  test.each([
    ['no address', 'not a url'],
    ['http', 'http://login.example.com'],
    ['this machine by name', 'https://localhost'],
    ['a private address', 'https://10.0.0.1'],
    ['metadata of a cloud', 'http://169.254.169.254'],
    ['credentials', 'https://user:password@login.example.com'],
    ['a query', 'https://login.example.com?x=1'],
    ['a script', 'javascript:alert(1)'],
  ])('because of its address: %s', async (_name, issuer) => {
    expect(await refusal({ issuer })).toEqual(at('issuer', 'the issuer has to be an https address'));
  });

  test('because nothing responds, or not with a discovery document', async () => {
    const gone = await SimulatedProvider.open();
    const { issuer } = gone;
    await gone.close();
    expect(await refusal({ issuer })).toEqual(at('issuer', 'it does not respond'));
    expect(await refusal({ issuer: `${provider.issuer}/nowhere` })).toEqual(at('issuer', 'it has no valid discovery document'));
  });

  test('because it redirects, or its document is too large', async () => {
    const odd = await SimulatedProvider.open();
    odd.intercept = (_request, response) => {
      response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` }).end();
      return true;
    };
    expect(await refusal({ issuer: odd.issuer })).toEqual(at('issuer', 'it has no valid discovery document'));
    odd.intercept = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(1_100_000)}"}`);
      return true;
    };
    expect(await refusal({ issuer: odd.issuer })).toEqual(at('issuer', 'it does not respond'));
    await odd.close();
  });

  test('because its document is one of another issuer', async () => {
    provider.metadata = { issuer: 'https://login.example.com' };
    expect(await refusal({})).toEqual(at('issuer', 'discovery document'));
  });

  test.each(['javascript:alert(1)', 'http://login.example.com/authorize', 'https://10.0.0.1/authorize', undefined])(
    'because of its endpoint %s',
    async (authorization_endpoint) => {
      provider.metadata = { authorization_endpoint };
      expect(await refusal({})).toEqual(at('issuer', 'an endpoint in its discovery document'));
    },
  );

  test('because the secret is missing, or is for another provider or client', async () => {
    expect(await refusal({ client_secret: null })).toEqual(at('client_secret', 'The client secret is required'));
    await owner('PUT', path, settings());
    expect(await refusal({ client_secret: null, client_id: 'other' })).toEqual(
      at('client_secret', 'The client secret is required'),
    );
  });
});

test('without the setting of the operator, no provider is at this machine', async () => {
  const strict = await startApi({ SINGLE_SIGN_ON_ALLOW: '' });
  const { organization, user_session } = await seedOrganization(strict);
  const { status } = await callAs(strict, user_session)('PUT', `/v1/organizations/${organization.id}/single-sign-on`, settings());
  expect(status).toBe(422);
  await strict.close();
});

test('a domain is added, verified by its record, listed and removed', async () => {
  const [name, other] = [`b-${newName()}`, `a-${newName()}`];
  const { status, body: domain } = await owner('POST', `${path}/domains`, { domain: ` ${name.toUpperCase()}. ` });
  expect([status, domain]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      organization_id: seller.organization.id,
      domain: name,
      txt_record: expect.stringMatching(/^latchkey-domain-verification=[0-9a-f-]{36}$/),
      verified_at: null,
      missing_since: null,
    },
  ]);
  const verify = (): Promise<Answer> => owner('POST', `${path}/domains/${domain.id}/verify`);
  expect(await seen(verify())).toEqual([400, 'DomainNotVerified']);
  records = { [name]: ['v=spf1 -all', domain.txt_record] };
  expect((await verify()).body.verified_at).toEqual(expect.any(String));
  records = {};
  expect((await verify()).status).toBe(200);
  await owner('POST', `${path}/domains`, { domain: other });
  const { items } = (await owner('GET', `${path}/domains`)).body;
  expect(items.map((each: { domain: string }) => each.domain)).toEqual([other, name]);
  expect((await owner('DELETE', `${path}/domains/${domain.id}`)).status).toBe(204);
  for (const [method, rest] of [
    ['DELETE', ''],
    ['POST', '/verify'],
  ] as const) {
    expect(await seen(owner(method, `${path}/domains/${domain.id}${rest}`))).toEqual([404, 'ResourceNotFound']);
  }
});

test('a domain is verified by one organization, also of two at once', async () => {
  const other = await seedOrganization(api);
  const name = newName();
  const callers = [
    { call: owner, id: seller.organization.id },
    { call: callAs(api, other.user_session), id: other.organization.id },
  ];
  const added = await Promise.all(
    callers.map(({ call, id }) => call('POST', `/v1/organizations/${id}/single-sign-on/domains`, { domain: name })),
  );
  records = { [name]: added.map(({ body }) => body.txt_record) };
  const answers = await Promise.all(
    callers.map(({ call, id }, index) =>
      seen(call('POST', `/v1/organizations/${id}/single-sign-on/domains/${added[index]!.body.id}/verify`)),
    ),
  );
  expect(answers.sort()).toEqual([
    [200, undefined],
    [409, 'DomainVerifiedElsewhere'],
  ]);
});

test.each(['gmail.com', 'localhost', '127.0.0.1', 'ada@example.com', 'https://example.com', 'exa mple.com'])(
  'the domain %s is refused',
  async (domain) => {
    expect((await owner('POST', `${path}/domains`, { domain })).status).toBe(422);
  },
);

test('an organization has a domain once, and at most twenty', async () => {
  const domain = newName();
  await owner('POST', `${path}/domains`, { domain });
  expect((await owner('POST', `${path}/domains`, { domain })).status).toBe(422);
  for (let count = 1; count < 20; count++) await seedDomain(api, seller.organization.id, newName());
  expect(await seen(owner('POST', `${path}/domains`, { domain: newName() }))).toEqual([400, 'TooManyDomains']);
  const { items, pagination } = (await owner('GET', `${path}/domains?limit=5&page=4`)).body;
  expect([items.length, pagination]).toEqual([5, { total_count: 20, max_page: 4 }]);
});

test('providers send browsers to one path, which leads to the console and nowhere else', async () => {
  const { statusCode, headers } = await api.app.inject({
    url: '/single-sign-on/callback?code=a%20b&state=s&iss=https%3A%2F%2Fx&redirect=https%3A%2F%2Fevil.example&code2=1',
  });
  expect([statusCode, headers.location, headers['referrer-policy'], headers['cache-control']]).toEqual([
    303,
    '/console/sign-in/single-sign-on#code=a+b&state=s&iss=https%3A%2F%2Fx',
    'no-referrer',
    'no-store',
  ]);
  const twice = await api.app.inject({ url: '/single-sign-on/callback?code=a&code=b&state=s' });
  expect(twice.headers.location).toBe('/console/sign-in/single-sign-on#state=s');
});
