import { createPublicKey, verify } from 'node:crypto';
import { BadRequest } from '#kernel';
import type { Installation } from '../keys/license-key.types.ts';

const REQUEST_TYPE = 'latchkey-activation-request+jwt';
const DEACTIVATION_TYPE = 'latchkey-deactivation+jwt';
const VERSION = 1;

/** Reasons why a file is not read. Sent as `BadRequest`; `code` distinguishes them. */
export class OfflineFileRefused extends BadRequest {
  constructor(
    override readonly code: 'FILE_MALFORMED' | 'FILE_SIGNATURE_INVALID' | 'FILE_FOREIGN',
    detail: string,
  ) {
    super(detail);
  }

  override get error(): string {
    return 'BadRequest';
  }
}

const malformed = (): OfflineFileRefused =>
  new OfflineFileRefused('FILE_MALFORMED', 'This is not a file of this kind and version, or it is incomplete.');

export const signatureInvalid = (): OfflineFileRefused =>
  new OfflineFileRefused('FILE_SIGNATURE_INVALID', 'The file was changed, or another device has signed it.');

export const fileForeign = (): OfflineFileRefused =>
  new OfflineFileRefused(
    'FILE_FOREIGN',
    'The file is about a license key of another organization, or about another license key.',
  );

/** What a device without a network asks for. */
export interface ActivationRequestFile {
  readonly organizationId: string;
  /** Repeated in the lease, which so answers this request. */
  readonly nonce: string;
  readonly installation: Installation;
  /** The public key that signed the file (Ed25519, base64url). It proves later that a deactivation comes from the same installation. */
  readonly deviceKey: string;
}

/** A lease that its device has ended and returns. */
export interface ReturnedLease {
  readonly activationId: string;
  /** The renewal that the device had: `jti` of its token. */
  readonly leaseId: string;
  readonly isSignedBy: (deviceKey: string) => boolean;
}

export interface DeactivationFile extends ReturnedLease {
  readonly organizationId: string;
  readonly licenseKeyId: string;
}

type Claims = Readonly<Record<string, unknown>>;

interface Token {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signed: string;
  readonly signature: Buffer;
}

/** What mail programs add to a long line: line breaks, marks of quotations, byte order marks. None of it occurs in a token. */
const OF_MAIL = /=(?=\r?\n)|[>\s\u200b\u2060\ufeff]/g;
const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const PUBLIC_KEY = /^[\w-]{43}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NONCE = /^[\w-]{16,128}$/;
const DEVICE = /^[\x21-\x7e]{1,128}$/;
/** Without control characters and lone surrogates. */
const LINE = /^[^\p{Cc}\p{Cs}]+$/u;
const MAX_LABEL = 255;
const MAX_DESCRIPTION = 64;

/** Reads a request file. Whoever made it has signed it: the signature proves that the file is whole, and who can end the activation. */
export function readActivationRequest(file: string): ActivationRequestFile {
  const token = parsed(file, REQUEST_TYPE);
  const { claims, header } = token;
  const deviceKey = matching(asObject(header['jwk'])['x'], PUBLIC_KEY);
  if (!isSigned(token, deviceKey)) throw signatureInvalid();
  const { platform, app_version } = claims;
  return {
    organizationId: matching(claims['aud'], UUID),
    nonce: matching(claims['jti'], NONCE),
    deviceKey,
    installation: {
      label: line(claims['label'], MAX_LABEL),
      device: matching(claims['device'], DEVICE),
      installation: deviceKey,
      conditions: {},
      meta: {
        ...(platform === undefined ? {} : { platform: line(platform, MAX_DESCRIPTION) }),
        ...(app_version === undefined ? {} : { app_version: line(app_version, MAX_DESCRIPTION) }),
      },
    },
  };
}

/** Reads a deactivation file. Its signature is verified with the key of the device, which is stored with the lease. */
export function readDeactivation(file: string): DeactivationFile {
  const token = parsed(file, DEACTIVATION_TYPE);
  const { claims } = token;
  return {
    organizationId: matching(claims['aud'], UUID),
    licenseKeyId: matching(claims['sub'], UUID),
    activationId: matching(claims['activation_id'], UUID),
    leaseId: matching(claims['lease'], UUID),
    isSignedBy: (deviceKey) => isSigned(token, deviceKey),
  };
}

/** The parts of a token of this type, which nothing proves yet. The algorithm is fixed. */
function parsed(file: string, type: string): Token {
  const [, header, payload, signature] = FORM.exec(file.replace(OF_MAIL, '')) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) throw malformed();
  const token = {
    header: decoded(header),
    claims: decoded(payload),
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature, 'base64url'),
  };
  const { alg, typ, crit } = token.header;
  if (alg !== 'EdDSA' || typ !== type || crit !== undefined || token.claims['version'] !== VERSION) throw malformed();
  return token;
}

function decoded(part: string): Claims {
  try {
    return asObject(JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    throw malformed();
  }
}

function asObject(value: unknown): Claims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  return value as Claims;
}

function matching(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw malformed();
  return value;
}

function line(value: unknown, max: number): string {
  const text = matching(value, LINE);
  if ([...text].length > max) throw malformed();
  return text;
}

function isSigned({ signed, signature }: Token, x: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(signed), key, signature);
}
