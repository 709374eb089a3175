import type { Keyring } from '#engine/secrets';

const CONTENT = /^(\d{1,15}) ([\da-f-]{36})$/;

/** Bound to the organization: its portal reads no token of another one. */
const purposeOf = (organizationId: string): string => `manage license key of ${organizationId}`;

/** Names a license key to its customer until a time, in milliseconds. Only this service can read it. It is no session. */
export const manageToken = (keyring: Keyring, organizationId: string, licenseKeyId: string, until: number): string =>
  keyring.encrypt(`${until} ${licenseKeyId}`, purposeOf(organizationId)).toString('base64url');

/** The ID of the license key that a token names; undefined if it is over, or not of this organization. */
export function keyInManageToken(keyring: Keyring, organizationId: string, token: string, now: Date): string | undefined {
  try {
    const content = keyring.decrypt(Buffer.from(token, 'base64url'), purposeOf(organizationId));
    const [, until, id] = CONTENT.exec(content) ?? [];
    return Number(until) > now.getTime() ? id : undefined;
  } catch {
    return undefined;
  }
}
