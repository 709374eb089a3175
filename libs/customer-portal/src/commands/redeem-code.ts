import type { WallClock } from '#kernel';
import type { SignInCodes } from '#support/credentials';
import type { PortalUser } from '../domain/portal-session.ts';
import type { SignInCodeState } from '../domain/sign-in-code.ts';
import type { SignIns } from '../domain/sign-ins.ts';

interface Needs {
  readonly signIns: SignIns;
  readonly codes: SignInCodes;
  readonly clock: WallClock;
}

interface RedeemedCode {
  readonly code: Readonly<SignInCodeState>;
  readonly user: PortalUser;
}

/**
 * Uses up a code that was mailed to sign in. Null if it is unknown, expired, used, or was tried too often, or if nobody has the address
 * any more. With an organization, the codes of all others are unknown, and keep their tries.
 */
export async function redeemCode(
  { signIns, codes, clock }: Needs,
  typed: string,
  organizationId?: string,
): Promise<RedeemedCode | null> {
  const parsed = codes.read('customer', typed);
  if (!parsed) return null;
  const now = clock.now();
  const code = await signIns.tryCodes<Readonly<SignInCodeState> | null>(parsed.selector, (found) => {
    const tried = found.filter((each) => organizationId === undefined || each.organizationId === organizationId);
    return tried.find((each) => each.attempt(parsed.digests, now))?.snapshot ?? null;
  });
  const user = code && (await signIns.findUser(code));
  return user && { code, user };
}
