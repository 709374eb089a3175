import { createPublicKey, verify } from 'node:crypto';

/** The public keys with which a secret scanning service signs what it reports. */
export abstract class ScanningKeys {
  /** False if the operator has not configured where they are: then nothing is accepted. */
  abstract readonly areConfigured: boolean;
  /** The key with this identifier, as PEM; undefined if there is none. */
  abstract find(identifier: string): Promise<string | undefined>;
}

/** Whether a key of the curve P-256 has signed the bytes: ECDSA with SHA-256, in base64 of DER. */
export function isSignedReport(bytes: Uint8Array, signature: string, pem: string): boolean {
  try {
    const key = createPublicKey(pem);
    const isOfCurve = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isOfCurve && verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
