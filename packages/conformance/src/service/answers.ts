import type { Signer } from '../../../../libs/licensing/src/domain/signing/signer.ts';
import { readActivationRequest, readDeactivation } from '../../../../libs/licensing/src/domain/leases/offline-files.ts';
import { STATUS } from '../../../../libs/licensing/src/domain/leases/status-lists.ts';
import { type Activation, type LicenseKey, ORGANIZATION } from './license-key.ts';
import { LicenseKeys, type Presented, type Reserving } from './license-keys.ts';
import { refusal, Refused } from './refusals.ts';
import type { Received, Reply } from './exchange.ts';
import { SignIns } from './sign-ins.ts';
import type { UnitsRequest } from './leased-units.ts';
import { answerSignature, keySet, leaseToken, SIGNERS, statusList } from './signing.ts';
import { activatedView, activationView, timestamp, trialView, usageView, validatedView } from './views.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DOCUMENTS = `/.well-known/latchkey/${ORGANIZATION}`;
const KEYS = '/v1/customer-portal/license-keys/';
const AREA = 'customer_portal.license_keys';
/** Operations whose answers are signed, and the statuses of those. */
const SIGNED = new Set(['activate', 'validate', 'heartbeat', 'lease']);
const DECIDED = new Set([200, 400, 403, 404]);
/** Operations whose successful answers tell the standing of the key. */
const TELLING = new Set(['activate', 'validate']);

type Asked = Presented & { readonly nonce?: string };

/** What the service answers to a request. */
export class Answers {
  readonly keys = new LicenseKeys();
  readonly signIns = new SignIns();
  private signer: Signer = SIGNERS.signing;
  private published: readonly Signer[] = [SIGNERS.signing];
  private readonly remembered = new Map<string, { readonly asked: string; readonly reply: Reply }>();

  constructor(
    /** The time of the service, in seconds. */
    public now: number,
  ) {}

  /** What the service tells of every key in `License-Standing`; null if it tells nothing. */
  standing: string | null = 'good';

  /** Who signs from now on, and which keys are published. */
  signWith(signer: Signer, published: readonly Signer[]): void {
    this.signer = signer;
    this.published = published;
  }

  to({ method, path, headers, text }: Received): Reply {
    if (method === 'GET') return this.document(path);
    if (method !== 'POST' || !path.startsWith(KEYS)) return toReply(404, refusal(404).body);
    const operation = path.slice(KEYS.length);
    const { 'license-nonce': nonce, 'accept-signature': accepted } = headers;
    const reply = this.once(headers, () => this.decided(operation, text, headers));
    if (!DECIDED.has(reply.status) || nonce === undefined || !SIGNED.has(operation)) return reply;
    const standing = reply.headers['license-standing'];
    const answered = { request: text, status: reply.status, body: reply.text, nonce, accepted, standing };
    const signature = answerSignature(this.signer, { ...answered, operation: `${AREA}.${operation}` }, this.now);
    return { ...reply, headers: { ...reply.headers, ...signature } };
  }

  /** The lease file that the seller gets for a request file, which the code of the service reads. */
  leaseFile(key: LicenseKey, requestFile: string): string {
    const request = readActivationRequest(requestFile);
    const activation = this.keys.leaseByFile(key, request, this.now);
    const { lease, ...terms } = this.leased(key, activation, request.nonce);
    const signed_keys = keySet(this.published, this.now);
    return JSON.stringify({ type: 'latchkey-lease-file', version: 1, lease, signed_keys, ...terms });
  }

  /** Whether the service takes this deactivation file: made by the device of the lease, about the lease that it had last. */
  takesBack(key: LicenseKey, deactivationFile: string): boolean {
    const file = readDeactivation(deactivationFile);
    const lease = key.leases.get(file.activationId);
    const isAbout = file.organizationId === ORGANIZATION && file.licenseKeyId === key.id && file.leaseId === lease?.id;
    return isAbout && lease.deviceKey !== undefined && file.isSignedBy(lease.deviceKey);
  }

  private document(path: string): Reply {
    if (path === `${DOCUMENTS}/jwks.json`) {
      const keys = this.published.map(({ jwk }) => jwk);
      return toReply(200, { keys, signed_keys: keySet(this.published, this.now), root: SIGNERS.root.jwk });
    }
    if (path !== `${DOCUMENTS}/status-lists/0`) return toReply(404, refusal(404).body);
    const text = statusList(this.signer, this.listed(), this.now);
    return { status: 200, headers: { 'content-type': 'application/statuslist+jwt' }, text };
  }

  private listed() {
    const places = this.keys.issued.flatMap((key) => {
      const status = key.status === 'disabled' ? STATUS.suspended : key.status === 'revoked' ? STATUS.invalid : undefined;
      return status ? [...key.leases.values()].map(({ statusIndex: place }) => ({ place, status })) : [];
    });
    return [...places, ...this.keys.endedPlaces.map((place) => ({ place, status: STATUS.invalid }))];
  }

  /** A repeated request is done once. With another nonce, or if it asks for another signature, it is another request. */
  private once(headers: Received['headers'], decide: () => Reply): Reply {
    const { 'idempotency-key': id, 'license-nonce': nonce, 'accept-signature': accepted } = headers;
    if (id === undefined) return decide();
    const asked = JSON.stringify([nonce, accepted]);
    const known = this.remembered.get(id);
    if (known) return known.asked === asked ? known.reply : toReply(422, refusal(422).body);
    const reply = decide();
    const { 'license-standing': _told, ...others } = reply.headers;
    this.remembered.set(id, { asked, reply: { ...reply, headers: others } });
    return reply;
  }

  private decided(operation: string, text: string, headers: Received['headers']): Reply {
    try {
      const body = this.perform(operation, JSON.parse(text) as Asked, headers);
      if (body === undefined) return { status: 204, headers: {}, text: '' };
      const isTold = this.standing !== null && TELLING.has(operation);
      return toReply(200, body, isTold ? { 'license-standing': this.standing! } : {});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return toReply(error.status, error.body, error.headers);
    }
  }

  private perform(operation: string, body: Asked, headers: Received['headers']): object | undefined {
    const { keys, now } = this;
    const { 'license-device': device = null, 'license-installation': installation = null } = headers;
    const [, id, settlement] = /^reservations\/([^/]+)\/(commit|release)$/.exec(operation) ?? [];
    if (id !== undefined) {
      const { key, units } = keys.settle(body as Reserving, id, settlement === 'commit');
      return settlement === 'commit' ? { units, ...usageView(key) } : undefined;
    }
    if (operation.startsWith('sign-in')) return this.signIns.answer(operation, body, keys.issued);
    if (operation === 'trial') return trialView(keys.startTrial(body, device, now));
    if (operation === 'activate') {
      const { key, activation } = keys.activate(body, { device, installation }, now);
      return activatedView(key, activation);
    }
    if (operation === 'validate') {
      const { key, activation } = keys.validate(body, now);
      return validatedView(key, activation);
    }
    if (operation === 'heartbeat') {
      const { key, activation } = keys.heartbeat(body, now);
      return activationView(key, activation);
    }
    if (operation === 'lease') {
      const { key, activation } = keys.lease(body as UnitsRequest, headers['license-device-key']);
      return this.leased(key, activation, body.nonce ?? null);
    }
    if (operation === 'reservations') {
      const { key, id: reservation, expiresAt } = keys.reserve(body as Reserving, now);
      const times = { created_at: timestamp(now), expires_at: timestamp(expiresAt) };
      return { id: reservation, units: (body as Reserving).units ?? 1, ...times, ...usageView(key) };
    }
    if (operation !== 'deactivate') throw refusal(404);
    const signed = headers['license-deactivation'];
    keys.deactivate(body, (key) => signed === undefined || this.takesBack(key, signed));
    return undefined;
  }

  private leased(key: LicenseKey, activation: Activation, nonce: string | null) {
    const { token, claims } = leaseToken(this.signer, key, activation, { issuedAt: this.now, nonce });
    return {
      lease: token,
      activation: activationView(key, activation),
      expires_at: timestamp(claims.exp),
      refresh_after: timestamp(claims.refresh_after),
      grace_until: timestamp(claims.grace_until),
      ...(claims.units ? { units_id: claims.units_id, units: claims.units } : {}),
    };
  }
}

const toReply = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  text: JSON.stringify(body),
});
