import { requestFile } from '../support/offline-files.ts';
import { type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { type LicenseKey, ORGANIZATION } from '../../packages/conformance/src/service/license-key.ts';
import { ACCEPT_SIGNATURE } from '../../packages/client/src/signed-answer.ts';
import { ScriptedService } from '../../packages/conformance/src/service/scripted-service.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const OFFLINE = { leaseSeconds: 3600, graceSeconds: 60, maxOfflineDevices: 1 };
const KEYS = '/v1/customer-portal/license-keys';
const TOKEN = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;
/** Their presence counts; that of others is up to the transport. */
const HEADERS = [
  'content-type',
  'license-code',
  'license-manage-url',
  'license-operation',
  'license-standing',
  'content-digest',
  'license-request-digest',
  'signature',
  'signature-input',
];

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Calls an operation for applications, with the fields that name the license key. */
type CallOperation = (operation: string, fields?: object, headers?: Record<string, string>) => Promise<Answered>;

/** A license key with one activation, on the real service or on the scripted one. */
interface Side {
  readonly call: CallOperation;
  readonly document: (path: string) => Promise<Answered>;
  readonly setStatus: (status: 'revoked' | 'disabled') => Promise<void>;
  readonly leaseFile: () => Promise<string>;
}

let fixture: LicenseFixture;
let scripted: ScriptedService;
beforeAll(async () => {
  [fixture, scripted] = await Promise.all([openLicenseFixture(), ScriptedService.start(1_780_315_200)]);
});
afterAll(() => Promise.all([fixture.close(), scripted.close()]));

async function realSide(limitUsage: number): Promise<Side & { readonly key: SeededLicenseKey }> {
  const activations = { limit: 1, enableCustomerAdmin: true };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations, offline: OFFLINE, limitUsage });
  const key = await fixture.key({ benefit_id: benefit.id });
  const { organization_id } = key;
  return {
    key,
    call: (operation, fields, headers) =>
      fixture.anonymous('POST', `${KEYS}/${operation}`, { key: key.key, organization_id, ...fields }, headers),
    document: (path) => fixture.anonymous('GET', `/.well-known/latchkey/${organization_id}/${path}`),
    setStatus: async (status) => void (await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status })),
    leaseFile: async () => {
      const request = requestFile(organization_id);
      return (await fixture.seller('POST', `/v1/license-keys/${key.id}/offline-activation`, { request })).text;
    },
  };
}

function scriptedSide(
  limitUsage: number,
  terms: Parameters<ScriptedService['issue']>[0] = {},
): Side & { readonly key: LicenseKey } {
  const key = scripted.issue({ limitActivations: 1, limitUsage, isManaged: true, ...terms });
  const answered = async (path: string, init: RequestInit): Promise<Answered> => {
    const response = await fetch(scripted.url + path, init);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  return {
    key,
    call: (operation, fields, headers = {}) => {
      const body = JSON.stringify({ key: key.key, organization_id: ORGANIZATION, ...fields });
      return answered(`${KEYS}/${operation}`, { method: 'POST', body, headers });
    },
    document: (path) => answered(`/.well-known/latchkey/${ORGANIZATION}/${path}`, {}),
    setStatus: async (status) => void (key.status = status),
    leaseFile: async () => scripted.state.leaseFile(key, requestFile(ORGANIZATION)),
  };
}

const parts = (token: string): unknown[] => {
  const [, header = '', claims = ''] = TOKEN.exec(token)!;
  return [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
};

/** What a value consists of, by name and type. Whether something was modified belongs to the seller. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'string') {
    if (TOKEN.test(value)) return parts(value).map(shapeOf);
    return UUID.test(value) ? 'uuid' : TIME.test(value) ? 'time' : 'text';
  }
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'modified_at')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}

/** Sentences for people, the ID that an address contains, and what a customer has filled in may differ. */
function formOf({ status, headers, text }: Answered): object {
  const body: unknown = text === '' ? null : text.startsWith('{') ? JSON.parse(text) : text;
  const present = HEADERS.filter((name) => headers[name] !== undefined);
  const { error, code } = (body ?? {}) as { readonly error?: string; readonly code?: string };
  const input = String(headers['signature-input'] ?? '').replace(/(created|keyid|nonce)=("[^"]*"|\d+)/g, '$1');
  const isProblem = status === 422;
  return {
    status,
    present,
    code: headers['license-code'],
    error,
    says: code,
    input,
    body: isProblem ? 'problem' : shapeOf(body),
  };
}

/** A life of a license key: each answer by the request that it is for. */
async function lifeOf({ call, document, setStatus }: Side): Promise<Record<string, object>> {
  const forms: Record<string, object> = {};
  const note = (name: string, answer: Answered): Answered => {
    forms[name] = formOf(answer);
    return answer;
  };
  const signed = { 'license-nonce': 'n-1' };
  const named = { ...signed, 'accept-signature': ACCEPT_SIGNATURE };
  const device = { 'license-device': 'd-1' };
  const activated = note('activate', await call('activate', { label: 'pc', conditions: {}, meta: { room: 7 } }, device));
  const { id: activation_id } = JSON.parse(activated.text) as { readonly id: string };
  note('activate again', await call('activate', { label: 'pc' }, device));
  note('activate, signed', await call('activate', { label: 'pc' }, { ...device, ...signed }));
  note('activate, with the operation', await call('activate', { label: 'pc' }, { ...device, ...named }));
  note('activate another installation', await call('activate', { label: 'pc' }, { ...device, 'license-installation': 'i-1' }));
  note('activate one more', await call('activate', { label: 'pc' }, { ...device, 'license-installation': 'i-2' }));
  note('activate: full', await call('activate', { label: 'other' }));
  note('activate: full, signed', await call('activate', { label: 'other' }, named));
  note('activate: malformed', await call('activate'));
  note('activate: unknown', await call('activate', { label: 'pc', key: 'UNKNOWN' }));
  note('activate: another benefit', await call('activate', { label: 'pc', benefit_id: ORGANIZATION }, device));
  note('validate', await call('validate', { activation_id, increment_usage: 2 }));
  note('validate, signed', await call('validate', { activation_id }, signed));
  note('validate, with the operation', await call('validate', { activation_id }, named));
  note('validate: no activation, signed', await call('validate', { activation_id: ORGANIZATION }, signed));
  note('validate: used up, signed', await call('validate', { activation_id, increment_usage: 100 }, named));
  note('validate: used up', await call('validate', { activation_id, increment_usage: 100 }));
  note('validate: no activation', await call('validate', { activation_id: ORGANIZATION }));
  const repeated = { 'idempotency-key': 'repeated' };
  note('validate once', await call('validate', { activation_id }, { ...repeated, ...signed }));
  note('validate, repeated', await call('validate', { activation_id }, { ...repeated, ...signed }));
  note('validate with another nonce', await call('validate', { activation_id }, { ...repeated, 'license-nonce': 'n-2' }));
  note('validate with another form', await call('validate', { activation_id }, { ...repeated, ...named }));
  note('lease', await call('lease', { activation_id, nonce: 'n-1' }, named));
  note('heartbeat', await call('heartbeat', { activation_id }));
  note('heartbeat, signed', await call('heartbeat', { activation_id }, named));
  const reserved = note('reserve', await call('reservations', { units: 3 }));
  const { id } = JSON.parse(reserved.text) as { readonly id: string };
  note('reserve: too much', await call('reservations', { units: 100 }));
  note('commit', await call(`reservations/${id}/commit`, { units: 2 }));
  note('release', await call(`reservations/${id}/release`));
  note('keys', await document('jwks.json'));
  note('status list', await document('status-lists/0'));
  await setStatus('disabled');
  note('disabled: validate', await call('validate', { activation_id }));
  await setStatus('revoked');
  note('revoked: lease', await call('lease', { activation_id }));
  note('deactivate', await call('deactivate', { activation_id }));
  note('deactivate again', await call('deactivate', { activation_id }));
  return forms;
}

const shapeOfFile = (text: string): object => shapeOf(JSON.parse(text)) as object;

test('the service of the conformance kit answers in the form of the real one', async () => {
  const [real, imitated] = [await lifeOf(await realSide(10)), await lifeOf(scriptedSide(10))];
  expect(imitated).toEqual(real);
});

test('and to those who ask for a trial', async () => {
  const terms = {
    activations: { limit: 1, enableCustomerAdmin: false },
    policy: { trial: { days: 1, customerId: fixture.customer.id } },
  };
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
  const benefits = [id, scripted.offerTrial(86_400)];
  const outcomes = [await realSide(10), scriptedSide(10)].map(async ({ call }, side) => {
    const ask = (fields: object) => call('trial', { key: undefined, ...fields }, { 'license-device': 'd-1' });
    const device = { components: { machine_id: 'i' } };
    return [await ask({ benefit_id: benefits[side], device }), await ask({ benefit_id: ORGANIZATION })].map(formOf);
  });
  const [real, imitated] = await Promise.all(outcomes);
  expect(imitated).toEqual(real);
});

test('and to those who sign in', async () => {
  const real = await realSide(10);
  const { key } = scriptedSide(10);
  const attributes = { name: 'Atlas', benefit_ids: [real.key.benefit_id] };
  const { id } = (await fixture.seller('POST', '/v1/sign-in-clients/', attributes)).body;
  const session = await openSession(fixture.api, fixture.ours, fixture.customer.id);
  const decide = async (user_code: string, allow: boolean): Promise<unknown> =>
    session.call('POST', `/v1/customer-portal/device-sign-ins/${user_code}/decide`, { allow });
  const steps = [5, 'allowed', 'denied', 'expired'] as const;
  const sides = [
    { ...real, clients: [id, id, id, id], decide },
    { ...scriptedSide(10), clients: steps.map((step) => scripted.offerSignIn([key.benefitId], [step])), decide: async () => {} },
  ];
  const [forms, imitated] = await Promise.all(
    sides.map(async ({ call, clients, decide: decided }, side) => {
      const answers = [await call('sign-in', { key: undefined, client_id: ORGANIZATION })];
      for (const [place, step] of steps.entries()) {
        const begun = await call('sign-in', { key: undefined, client_id: clients[place] });
        const { device_code, user_code } = JSON.parse(begun.text) as Record<string, string>;
        if (step === 'allowed' || step === 'denied') await decided(user_code!, step === 'allowed');
        if (side === 1) scripted.state.signIns.steps = [step];
        const asked = { key: undefined, device_code: step === 'expired' ? 'none' : device_code };
        answers.push(begun, await call('sign-in/keys', asked));
      }
      return answers.map(formOf);
    }),
  );
  expect(imitated).toEqual(forms);
});

test('and to those who take units of counters with a lease, and settle them', async () => {
  const policy = { counters: { exports: { limit: 10 } } };
  const activations = { limit: 1, enableCustomerAdmin: false };
  const terms = { activations, offline: OFFLINE, policy, limitUsage: 10 };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
  const key = await fixture.key({ benefit_id: benefit.id });
  const lives = [
    (operation: string, fields: object) => {
      const presented = { key: key.key, organization_id: key.organization_id };
      return fixture.anonymous('POST', `${KEYS}/${operation}`, { ...presented, ...fields });
    },
    scriptedSide(10, { counters: { exports: 10 } }).call,
  ].map(async (call) => {
    const { id: activation_id } = JSON.parse((await call('activate', { label: 'pc' })).text) as { readonly id: string };
    const lease = (fields: object) => call('lease', { activation_id, ...fields });
    const taken = await lease({ units: { exports: 6 } });
    const { units_id } = JSON.parse(taken.text) as { readonly units_id: string };
    const settled = { units_id, units: { exports: 2 } };
    const answers = [
      taken,
      await lease({ units: { exports: 5 } }),
      await lease({ units: { films: 1 } }),
      await lease({ settled: { units_id, units: { exports: 7 } } }),
      await lease({ settled, units: { exports: 8 } }),
      await lease({ settled }),
    ];
    return answers.map((answer) => [formOf(answer), (JSON.parse(answer.text) as { readonly units?: object }).units]);
  });
  const [real, imitated] = await Promise.all(lives);
  expect(imitated).toEqual(real);
});

test('so do its lease files', async () => {
  const [real, imitated] = [await realSide(10), scriptedSide(10)];
  expect(shapeOfFile(await imitated.leaseFile())).toEqual(shapeOfFile(await real.leaseFile()));
});
