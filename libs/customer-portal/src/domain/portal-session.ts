import { AggregateRoot, newId } from '#kernel';

const HOUR = 3_600_000;

/** The owner of a session: a customer, or one of its members. */
export interface PortalUser {
  readonly organizationId: string;
  readonly customerId: string;
  /** `null` for the customer itself. */
  readonly memberId: string | null;
}

/** Somebody who works for the seller, and looks at the portal in the session of a customer. */
export interface SessionViewer {
  readonly type: 'user' | 'organization';
  readonly id: string;
  readonly isReadOnly: boolean;
}

export interface NewSession extends PortalUser {
  /** Keyed digest of the token. */
  readonly digest: Buffer;
  /** Target of the portal's back link. */
  readonly returnUrl: string | null;
  /** That of the sessions of the customer, or of the member, when it was decided to open it. */
  readonly generation: number;
  /** Left out for the customer or member itself. */
  readonly viewer?: SessionViewer;
}

export interface PortalSessionState extends PortalUser {
  readonly id: string;
  readonly digest: Buffer;
  readonly returnUrl: string | null;
  readonly expiresAt: Date;
  readonly generation: number;
  readonly viewerType: SessionViewer['type'] | null;
  readonly viewerId: string | null;
  readonly isReadOnly: boolean;
}

/** Access to the portal with a bearer token, for one hour. It cannot be extended; the token is returned once. */
export class PortalSession extends AggregateRoot<PortalSessionState> {
  static create({ viewer, ...attributes }: NewSession, now: Date): PortalSession {
    return new PortalSession({
      ...attributes,
      id: newId('portal-session'),
      viewerType: viewer?.type ?? null,
      viewerId: viewer?.id ?? null,
      isReadOnly: viewer?.isReadOnly ?? false,
      expiresAt: new Date(now.getTime() + HOUR),
    });
  }
}
