import { isObject, type JsonObject } from './bytes.ts';
import type { Call } from './call.ts';
import { type Refused, type Result, type Unavailable, untrusted, type Untrusted } from './result.ts';
import type { Service } from './service.ts';

/** Where the customer allows the application to sign in, for as long as the code is valid. */
export interface SignInCode {
  /** What the application shows, and the customer types on the page. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** The page with the code filled in, to open in a browser or to show as a QR code. */
  readonly verificationUriComplete: string;
}

/** A license key of whoever signed in. */
export interface SignedInKey {
  readonly id: string;
  readonly key: string;
  /** Without most of its characters. */
  readonly displayKey: string;
  readonly benefitId: string;
  readonly expiresAt: Date | null;
}

/** Who asks, and for what. */
export interface AskedSignIn {
  readonly body: JsonObject;
  readonly clientId: string;
  readonly benefitIds: readonly string[] | undefined;
  readonly onCode: (code: SignInCode) => void;
}

/** How the code is waited for. */
interface Waiting {
  readonly begin: () => Call;
  readonly sleep: (ms: number) => Promise<void>;
}

interface Begun extends SignInCode {
  readonly deviceCode: string;
  readonly expiresIn: number;
  readonly interval: number;
}

const MS = 1000;
/** As long as waits for the customer last otherwise. */
const LONGEST_SECONDS = 3600;

const EXPIRED: Refused = {
  outcome: 'refused',
  code: 'SIGN_IN_EXPIRED',
  status: 404,
  detail: 'Nobody has allowed the sign-in in time.',
};

/**
 * Shows the code of a sign-in, and waits until it was allowed, refused or is over. Whatever keeps the service from answering meanwhile
 * passes, or lasts until the code is over. The answers are not signed: that of the activation proves what the key is.
 */
export async function signedInKeys(
  service: Service,
  asked: AskedSignIn,
  { begin, sleep }: Waiting,
): Promise<Result<{ readonly keys: readonly SignedInKey[] }>> {
  const { body, clientId, benefitIds, onCode } = asked;
  const started = await service.call('sign-in', { ...body, client_id: clientId }, { call: begin() });
  if (started.outcome !== 'ok') return started;
  const begun = begunIn(started.body);
  if (!begun) return untrusted('malformed');
  const { deviceCode, expiresIn, interval, ...code } = begun;
  onCode(code);
  const question = { ...body, device_code: deviceCode, ...(benefitIds ? { benefit_ids: benefitIds } : {}) };
  let last: Refused | Unavailable = EXPIRED;
  let waitMs = interval * MS;
  for (let waitedMs = 0; waitedMs + waitMs <= expiresIn * MS;) {
    await sleep(waitMs);
    const call = begin();
    const answer = await service.call('sign-in/keys', question, { call });
    waitedMs += waitMs + call.spentMs;
    if (answer.outcome === 'unavailable') last = answer;
    else if (answer.outcome !== 'ok') return answer;
    else if (answer.body['status'] !== 'pending') return keysIn(answer.body, benefitIds);
    else {
      last = EXPIRED;
      waitMs = Math.max(waitMs, seconds(answer.body['interval']) * MS);
    }
  }
  return last;
}

/** A whole number of seconds, at least one. */
const seconds = (value: unknown): number => (typeof value === 'number' && value >= 1 ? Math.min(value, LONGEST_SECONDS) : 1);

function begunIn({
  device_code: deviceCode,
  user_code: userCode,
  verification_uri: verificationUri,
  verification_uri_complete: verificationUriComplete,
  expires_in: expiresIn,
  interval,
}: JsonObject): Begun | undefined {
  const isText = typeof deviceCode === 'string' && typeof userCode === 'string';
  if (!isText || !isPage(verificationUri) || !isPage(verificationUriComplete)) return undefined;
  const page = { userCode, verificationUri, verificationUriComplete };
  return { deviceCode, ...page, expiresIn: seconds(expiresIn), interval: seconds(interval) };
}

/** Applications open these in a browser. */
const isPage = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

function keysIn(
  { license_keys: listed }: JsonObject,
  benefitIds: readonly string[] | undefined,
): { readonly outcome: 'ok'; readonly keys: readonly SignedInKey[] } | Untrusted {
  if (!Array.isArray(listed) || listed.length === 0) return untrusted('malformed');
  const keys: SignedInKey[] = [];
  for (const each of listed as unknown[]) {
    const { id, key, display_key: displayKey, benefit_id: benefitId, expires_at: expiresAt } = isObject(each) ? each : {};
    if (typeof id !== 'string' || typeof key !== 'string' || typeof benefitId !== 'string') return untrusted('malformed');
    if (benefitIds && !benefitIds.includes(benefitId)) return untrusted('wrong_benefit');
    const expires = typeof expiresAt === 'string' ? new Date(expiresAt) : null;
    keys.push({ id, key, displayKey: String(displayKey), benefitId, expiresAt: expires });
  }
  return { outcome: 'ok', keys };
}
