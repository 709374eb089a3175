import { AggregateRoot, CustomerAccess, type MemberRole, newId, ResourceNotFound } from '#kernel';
import { SignInDenied, SignInExpired } from './sign-in.errors.ts';

/** As long as those of the OpenID provider. */
export const DEVICE_SIGN_IN_SECONDS = 600;
/** How long an application waits between two questions, at first. */
const INTERVAL_SECONDS = 5;
/** What RFC 8628 adds for whoever asks too early. */
const SLOWER_BY_SECONDS = 5;
/** An interval that began with the answer is shorter here, by the time that the answer took. */
const TOLERANCE_MS = 1_000;

interface NewDeviceSignIn {
  readonly organizationId: string;
  readonly clientId: string;
  /** Keyed digests of the code that the application keeps, and of the one that the customer types. */
  readonly digest: Buffer;
  readonly userCodeDigest: Buffer;
}

export interface DeviceSignInState extends NewDeviceSignIn {
  readonly id: string;
  readonly expiresAt: Date;
  intervalSeconds: number;
  askedAt: Date | null;
  decision: 'allowed' | 'denied' | null;
  /** Who allowed it. */
  customerId: string | null;
  memberId: string | null;
  memberRole: MemberRole | null;
}

/** Whether the customer has decided: whose license keys the application may find, or how long it waits before it asks again. */
export type WaitOrAccess = { readonly access: CustomerAccess } | { readonly intervalSeconds: number };

/**
 * A customer signs in on a device that has no browser of the customer (RFC 8628): the application shows a code, and the customer allows it in
 * the portal. Until it expires, the code of the application finds the license keys of the customer for this application, and is good for
 * nothing else.
 */
export class DeviceSignIn extends AggregateRoot<DeviceSignInState> {
  static begin(attributes: NewDeviceSignIn, now: Date): DeviceSignIn {
    const expiresAt = new Date(now.getTime() + DEVICE_SIGN_IN_SECONDS * 1000);
    const undecided = { askedAt: null, decision: null, customerId: null, memberId: null, memberRole: null };
    return new DeviceSignIn({
      ...attributes,
      ...undecided,
      id: newId('device-sign-in'),
      expiresAt,
      intervalSeconds: INTERVAL_SECONDS,
    });
  }

  /** Whether the customer can decide. */
  isOpen(now: Date): boolean {
    return this.state.decision === null && now < this.state.expiresAt;
  }

  /** Throws `ResourceNotFound` unless it is open. */
  decide(isAllowed: boolean, { customerId, member }: CustomerAccess, now: Date): void {
    if (!this.isOpen(now)) throw new ResourceNotFound();
    this.state.decision = isAllowed ? 'allowed' : 'denied';
    this.state.customerId = customerId;
    this.state.memberId = member?.id ?? null;
    this.state.memberRole = member?.role ?? null;
  }

  /** What the application is told. Whoever asks too early has to wait longer from then on. Throws `SignInExpired` and `SignInDenied`. */
  ask(now: Date): WaitOrAccess {
    const { expiresAt, decision, organizationId, customerId, memberId, memberRole, askedAt } = this.state;
    if (now >= expiresAt) throw new SignInExpired();
    if (decision === 'denied') throw new SignInDenied();
    if (decision === 'allowed') {
      const member = memberId === null ? null : { id: memberId, role: memberRole! };
      return { access: new CustomerAccess(organizationId, customerId!, member) };
    }
    const earliest = askedAt === null ? 0 : askedAt.getTime() + this.state.intervalSeconds * 1000 - TOLERANCE_MS;
    if (now.getTime() < earliest) this.state.intervalSeconds += SLOWER_BY_SECONDS;
    this.state.askedAt = now;
    return { intervalSeconds: this.state.intervalSeconds };
  }
}
