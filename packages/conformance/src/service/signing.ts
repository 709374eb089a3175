import { createHash } from 'node:crypto';
import { leaseClaims } from '../../../../libs/licensing/src/domain/leases/lease-claims.ts';
import { type ListedStatus, statusListClaim } from '../../../../libs/licensing/src/domain/leases/status-lists.ts';
import { signAnswer } from '../../../../libs/licensing/src/domain/signing/http-signature.ts';
import { Signer } from '../../../../libs/licensing/src/domain/signing/signer.ts';
import { type Activation, type LicenseKey, ORGANIZATION, type SharedUnits } from './license-key.ts';
import { displayKey } from './views.ts';

/** The name by which the service calls itself, wherever it is reached. */
export const ISSUER = 'https://licenses.example.com';
const DOCUMENTS = `${ISSUER}/.well-known/latchkey/${ORGANIZATION}`;
export const DAY = 86_400;

/** A key whose private part is 32 times the same byte, in PKCS #8. */
const signerOf = (byte: string): Signer => Signer.from(Buffer.from(`302e020100300506032b657004220420${byte.repeat(32)}`, 'hex'));

/** The keys of the vectors: nobody may trust them. */
export const SIGNERS = { root: signerOf('01'), signing: signerOf('02'), next: signerOf('03'), stranger: signerOf('04') };

/** The signed set of these keys, valid for a week. */
export const keySet = (keys: readonly Signer[], now: number, by = SIGNERS.root): string =>
  by.token('jwk-set+jwt', {
    iss: ISSUER,
    sub: `${DOCUMENTS}/jwks.json`,
    aud: ORGANIZATION,
    iat: now,
    exp: now + 7 * DAY,
    keys: keys.map(({ jwk }) => jwk),
  });

export const statusList = (signer: Signer, listed: readonly ListedStatus[], now: number): string =>
  signer.token('statuslist+jwt', {
    iss: ISSUER,
    sub: `${DOCUMENTS}/status-lists/0`,
    iat: now,
    exp: now + DAY,
    ttl: 300,
    status_list: statusListClaim(listed),
  });

const date = (seconds: number): Date => new Date(seconds * 1000);

export interface GrantedLease {
  readonly issuedAt: number;
  readonly nonce: string | null;
}

/** As the service stores them. */
const sharesOf = ({ shares }: SharedUnits) =>
  Object.fromEntries(Object.entries(shares).map(([counter, units]) => [counter, { units, returnable: units, resets: 0 }]));

/** The token of a lease. */
export function leaseToken(signer: Signer, key: LicenseKey, activation: Activation, { issuedAt, nonce }: GrantedLease) {
  const { leaseSeconds, graceSeconds } = key.offline!;
  const { id, statusIndex, units } = key.leases.get(activation.id)!;
  const expiresAt = Math.min(issuedAt + leaseSeconds, key.expiresAt ?? Infinity);
  const heldUntil = Math.min(expiresAt + graceSeconds, key.expiresAt ?? Infinity);
  const claims = leaseClaims(
    {
      organizationId: ORGANIZATION,
      keyId: key.id,
      term: {
        id,
        activationId: activation.id,
        statusIndex,
        issuedAt: date(issuedAt),
        expiresAt: date(expiresAt),
        heldUntil: date(heldUntil),
        leaseSeconds,
        maxOfflineDevices: key.limitActivations,
        units: units && { id: units.id, shares: sharesOf(units) },
      },
      activation,
      key: {
        benefitId: key.benefitId,
        customerId: key.customerId,
        displayKey: displayKey(key),
        expiresAt: key.expiresAt === null ? null : date(key.expiresAt),
        limitActivations: key.limitActivations,
        limitUsage: key.limitUsage,
        usage: key.usage,
        entitlements: key.entitlements ?? undefined,
        policyState: null,
      },
    },
    { issuer: ISSUER, statusList: (list) => `${DOCUMENTS}/status-lists/${list}` },
    nonce,
  );
  return { token: signer.token('latchkey-lease+jwt', claims), claims };
}

const digestOf = (text: string): string => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;

const ASKED =
  /^latchkey=\("@status" "content-digest" "license-operation" "license-request-digest" ("license-standing" )?"license-nonce";req\);created;tag="latchkey-operation-answer"$/;

interface Answered {
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly nonce: string;
  readonly operation: string;
  /** The header of the request. */
  readonly accepted: string | undefined;
  /** The header `License-Standing` of the answer, if it has one. */
  readonly standing: string | undefined;
}

/** The headers that sign an answer (docs/licensing/signed-answers.md). */
export function answerSignature(
  signer: Signer,
  { request, status, body, nonce, operation, accepted, standing }: Answered,
  now: number,
): Readonly<Record<string, string>> {
  const [contentDigest, requestDigest] = [digestOf(body), digestOf(request)];
  const asked = ASKED.exec(accepted ?? '');
  const named = asked ? operation : undefined;
  const facts = { status, contentDigest, requestDigest, nonce, operation: named, standing: asked?.[1] ? standing : undefined };
  const { input, signature } = signAnswer(signer, facts, date(now));
  return {
    'content-digest': contentDigest,
    'license-request-digest': requestDigest,
    ...(named === undefined ? {} : { 'license-operation': named }),
    'signature-input': input,
    signature,
  };
}
