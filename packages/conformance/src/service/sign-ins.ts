import { randomBytes } from 'node:crypto';
import { type LicenseKey, ORGANIZATION } from './license-key.ts';
import { refusal } from './refusals.ts';
import { displayKey, timestamp } from './views.ts';

/** What the customer has done when an application asks: nothing yet, and how many seconds it then waits, or decided. */
export type Step = number | 'allowed' | 'denied' | 'expired';

/** What applications send, as far as it is decided upon. */
interface SigningIn {
  readonly organization_id?: unknown;
  readonly client_id?: unknown;
  readonly device_code?: unknown;
  readonly benefit_ids?: readonly string[];
}

const PAGE = 'https://licenses.example.com/portal/acme/device';
const EXPIRES_IN = 600;
const INTERVAL = 5;

/** Sign-ins of customers in applications (RFC 8628). Every code is that of one customer, who has all keys. */
export class SignIns {
  /** The benefits of the applications that the seller has registered. */
  readonly clients = new Map<string, readonly string[]>();
  private readonly begun = new Map<string, string>();
  /** What the customer does, for each question of an application; the last one stays. */
  steps: Step[] = ['allowed'];

  answer(operation: string, body: SigningIn, issued: readonly LicenseKey[]): object {
    return operation === 'sign-in' ? this.begin(body) : this.ask(body, issued);
  }

  private begin({ organization_id, client_id }: SigningIn): object {
    const clientId = String(client_id);
    if (organization_id !== ORGANIZATION || !this.clients.has(clientId)) throw refusal(404, 'SIGN_IN_NOT_OFFERED');
    const deviceCode = randomBytes(32).toString('base64url');
    this.begun.set(deviceCode, clientId);
    const userCode = 'K7QM-R2X9';
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: PAGE,
      verification_uri_complete: `${PAGE}?code=${userCode}`,
      expires_in: EXPIRES_IN,
      interval: INTERVAL,
    };
  }

  private ask({ organization_id, device_code, benefit_ids: only }: SigningIn, issued: readonly LicenseKey[]): object {
    const clientId = organization_id === ORGANIZATION ? this.begun.get(String(device_code)) : undefined;
    if (clientId === undefined) throw refusal(404, 'SIGN_IN_EXPIRED');
    const step = this.steps.length > 1 ? this.steps.shift()! : this.steps[0]!;
    if (typeof step === 'number') return { status: 'pending', interval: step, license_keys: [] };
    if (step !== 'allowed') throw refusal(step === 'denied' ? 403 : 404, `SIGN_IN_${step.toUpperCase()}`);
    const benefitIds = this.clients.get(clientId)!;
    const found = issued.filter(
      ({ benefitId, status }) => status === 'granted' && benefitIds.includes(benefitId) && (only?.includes(benefitId) ?? true),
    );
    if (found.length === 0) throw refusal(404, 'NO_LICENSE_KEY');
    return { status: 'signed_in', interval: 0, license_keys: found.map(signedInKey) };
  }
}

const signedInKey = (key: LicenseKey): object => ({
  id: key.id,
  key: key.key,
  display_key: displayKey(key),
  benefit_id: key.benefitId,
  expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
});
