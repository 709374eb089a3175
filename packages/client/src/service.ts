import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { isObject, type JsonObject, parseObject } from './bytes.ts';
import { type KeySet, openKeySet, type Signers, TOLERANCE } from './key-set.ts';
import type { PublicKey } from './public-key.ts';
import { NotTrusted, orFault, type Refused, type Result, type Unavailable } from './result.ts';
import { ACCEPT_SIGNATURE, signingKeyOf, verifyAnswer } from './signed-answer.ts';
import type { Settings } from './options.ts';
import type { Answer, Transport } from './transport.ts';

/** The version of the API that this library reads. */
const API_VERSION = '2026-04';
const KEYS = '/v1/customer-portal/license-keys';
/** The names of its operations in a signature begin with it. */
const AREA = 'customer_portal.license_keys';
const SET = 'keys';
const MAX_DETAIL = 1000;

export interface CallOptions {
  readonly call: Call;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SignedBody {
  readonly body: JsonObject;
  /** When the service answered, by its own clock, in seconds. */
  readonly signedAt: number;
  /** The nonce of the request. */
  readonly nonce: string;
  /** The header `License-Standing`; undefined if it is missing or nobody signed it. */
  readonly standing: string | undefined;
}

/** The operations for applications, and the public keys that sign their answers. */
export class Service {
  private known: KeySet | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly transport: Transport,
    private readonly clock: Clock,
  ) {}

  get signers(): Signers {
    return this.settings;
  }

  /** Calls an operation whose answers are not signed. The body of a response without content is empty. */
  async call(operation: string, body: JsonObject, options: CallOptions): Promise<Result<{ body: JsonObject }>> {
    const answer = await this.post(operation, JSON.stringify(body), options);
    if ('outcome' in answer) return answer;
    const parsed = answer.text === '' ? {} : parseObject(answer.text);
    return parsed ? { outcome: 'ok', body: parsed } : notTheService();
  }

  /** Calls an operation that signs its answers, and verifies the answer. `nonceField` repeats the nonce in the body. */
  async callSigned(
    operation: string,
    body: JsonObject,
    { headers, call, nonceField }: CallOptions & { readonly nonceField?: string },
  ): Promise<Result<SignedBody>> {
    const nonce = this.settings.runtime.randomText();
    const sent = JSON.stringify(nonceField === undefined ? body : { ...body, [nonceField]: nonce });
    const asked = { 'license-nonce': nonce, 'accept-signature': ACCEPT_SIGNATURE };
    const answer = await this.post(operation, sent, { call, headers: { ...headers, ...asked } });
    if ('outcome' in answer) return answer;
    return orFault(async (): Promise<Result<SignedBody>> => {
      const keys = await this.keysWith(signingKeyOf(answer), { call, at: 0 });
      if ('outcome' in keys) return keys;
      const { at: signedAt, standing } = await verifyAnswer(
        answer,
        { operation: `${AREA}.${operation}`, body: sent, nonce },
        keys.keys,
      );
      const isCurrent = signedAt < keys.expiresAt + TOLERANCE && (await this.clock.isPlausible(signedAt));
      if (!isCurrent) throw new NotTrusted('expired');
      const parsed = parseObject(answer.text);
      if (!parsed) throw new NotTrusted('malformed');
      return { outcome: 'ok', body: parsed, signedAt, nonce, standing };
    });
  }

  /**
   * The set of keys, if possible one that has this key: a set that has it not is fetched again, once. `at` is when a fetched set has to
   * be valid, now if left out. For the answer to a request of now, that is the time at which it was signed: the clock of the machine may
   * be wrong. Throws `NotTrusted`.
   */
  async keysWith(kid: string, { call, at }: { readonly call: Call; readonly at?: number }): Promise<KeySet | Unavailable> {
    const now = await this.clock.now();
    const has = ({ keys }: { readonly keys: readonly PublicKey[] }): boolean => keys.some((key) => key.kid === kid);
    const known = this.known ?? (await this.stored(now));
    if (known && has(known) && now < known.expiresAt) return known;
    const path = `/.well-known/latchkey/${this.settings.organizationId}/jwks.json`;
    const answer = await this.transport.send({ method: 'GET', url: this.settings.url + path, call });
    if ('outcome' in answer) return answer;
    const token = parseObject(answer.text)?.['signed_keys'];
    if (answer.status !== 200 || typeof token !== 'string') throw new NotTrusted('unknown_key');
    const fetched = await openKeySet(token, this.signers, at ?? now);
    this.known = fetched;
    try {
      await this.settings.storage.write(SET, token);
    } catch {
      // A full disk is no reason to distrust an answer. This program has the keys.
    }
    return fetched;
  }

  /** Fetches what is published under a URL of the service. */
  async published(uri: string, call: Call): Promise<Answer | Unavailable> {
    const { issuer, url } = this.settings;
    if (!uri.startsWith(`${issuer}/`)) throw new NotTrusted('wrong_issuer');
    const answer = await this.transport.send({ method: 'GET', url: url + uri.slice(issuer.length), call });
    return 'outcome' in answer || answer.status === 200 ? answer : notTheService();
  }

  private async stored(now: number): Promise<KeySet | undefined> {
    const token = await this.settings.storage.read(SET);
    if (token === null) return undefined;
    const opened = await orFault(() => openKeySet(token, this.signers, now));
    if ('outcome' in opened) return undefined;
    this.known = opened;
    return opened;
  }

  private async post(operation: string, body: string, { call, headers }: CallOptions): Promise<Answer | Refused | Unavailable> {
    const answer = await this.transport.send({
      method: 'POST',
      url: `${this.settings.url}${KEYS}/${operation}`,
      headers: { ...headers, 'content-type': 'application/json', 'polar-version': API_VERSION },
      body,
      call,
    });
    if ('outcome' in answer || (answer.status >= 200 && answer.status < 300)) return answer;
    return refusalIn(answer) ?? notTheService();
  }
}

const notTheService = (): Unavailable => ({
  outcome: 'unavailable',
  reason: 'not_the_service',
  retryAfterSeconds: null,
  detail: 'The response is not one of the service.',
});

/** What the service calls its errors. It never asks for a sign-in here, so `Unauthorized` is what somebody in between says. */
const ERRORS: ReadonlySet<unknown> = new Set([
  'BadRequest',
  'NotPermitted',
  'ResourceNotFound',
  'IdempotencyKeyInUse',
  'MethodNotAllowed',
  'RequestBodyTooLarge',
  'UnsupportedMediaType',
]);

/** An answer of the service names a code or a known error, or is a 422 that lists what is wrong. */
const isOfTheService = ({ status, headers }: Answer, { error, detail }: JsonObject): boolean =>
  headers.has('license-code') || ERRORS.has(error) || (status === 422 && isListOfProblems(detail));

const isListOfProblems = (detail: unknown): boolean =>
  Array.isArray(detail) &&
  detail.every((each) => isObject(each) && Array.isArray(each['loc']) && typeof each['msg'] === 'string');

/** Undefined for the page of a firewall or of a hotel's network, in whatever form. */
function refusalIn(answer: Answer): Refused | undefined {
  const { status, headers, text } = answer;
  const body = parseObject(text);
  if (!body || !('detail' in body) || !isOfTheService(answer, body)) return undefined;
  const { detail, error, code: coded } = body;
  const general = status === 422 ? 'INVALID_REQUEST' : String(error ?? status);
  const code = headers.get('license-code') ?? (typeof coded === 'string' ? coded : general);
  const described = typeof detail === 'string' ? detail : JSON.stringify(detail).slice(0, MAX_DETAIL);
  const retryAt = new Date(String(body['retry_at']));
  const manageUrl = headers.get('license-manage-url') ?? '';
  return {
    outcome: 'refused',
    code,
    status,
    detail: described,
    ...(Number.isNaN(retryAt.getTime()) ? {} : { retryAt }),
    ...(/^https?:\/\//.test(manageUrl) ? { manageUrl } : {}),
  };
}
