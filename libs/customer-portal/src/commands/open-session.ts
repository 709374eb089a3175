import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, ValidationFailed, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import {
  AmbiguousExternalCustomerID,
  FindCustomers,
  FindCustomersByExternalId,
  FindMemberOfCustomer,
  type CustomerSnapshot,
} from '../contract/index.ts';
import type { MemberSelector } from '../contract/members.ts';
import { PortalSession, type SessionViewer } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';

/** Who the session is for: a customer, or one of its members. */
export interface SessionSubject {
  readonly customer: { readonly id: string } | { readonly externalId: string };
  readonly memberId?: string | null;
  readonly externalMemberId?: string | null;
}

export interface OpenedSession {
  readonly id: string;
  /** Returned only once; the service stores its digest. */
  readonly token: string;
}

/**
 * Opens a portal session for a customer of the caller's organizations. Whoever holds the session acts for the customer, so the caller
 * must be allowed to act for customers; who only looks, to manage them.
 */
export class OpenSession extends Command<OpenedSession> {
  constructor(
    readonly access: Access,
    readonly subject: SessionSubject,
    readonly returnUrl: string | null,
    /** Who opens it to look at the portal; left out if it is for the customer. */
    readonly viewer?: SessionViewer,
  ) {
    super();
  }
}

@CommandHandler(OpenSession)
export class OpenSessionHandler implements ICommandHandler<OpenSession> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly tokens: Tokens,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, subject, returnUrl, viewer }: OpenSession): Promise<OpenedSession> {
    const { id: customerId, organization_id: organizationId } = await this.customerOf(subject, access.visible);
    access.assertCanManage(organizationId);
    const memberId = await this.memberOf(subject, organizationId, customerId);
    const { token, digest } = this.tokens.make(memberId ? 'member session' : 'customer session');
    const user = { organizationId, customerId, memberId };
    const attributes = { ...user, digest, returnUrl, viewer, generation: await this.sessions.generationOf(user) };
    const session = PortalSession.create(attributes, this.clock.now());
    await this.sessions.add(session);
    return { id: session.id, token };
  }

  private async customerOf({ customer }: SessionSubject, organizations: readonly string[]): Promise<CustomerSnapshot> {
    if ('externalId' in customer) {
      const found = await this.queries.execute(new FindCustomersByExternalId(organizations, [customer.externalId]));
      if (found.length > 1) throw new AmbiguousExternalCustomerID();
      if (!found[0]) throw ValidationFailed.at(['externalCustomerId'], 'Customer does not exist.', customer.externalId);
      return found[0];
    }
    const existing = (await this.queries.execute(new FindCustomers([customer.id]))).get(customer.id);
    if (existing?.id !== customer.id || existing.deleted_at || !organizations.includes(existing.organization_id)) {
      throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customer.id);
    }
    return existing;
  }

  private async memberOf({ memberId, externalMemberId }: SessionSubject, organizationId: string, customerId: string) {
    const by: MemberSelector | undefined = memberId
      ? { id: memberId }
      : externalMemberId
        ? { externalId: externalMemberId }
        : undefined;
    if (!by) return null;
    const member = await this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, by));
    if (member) return member.id;
    const at = 'id' in by ? 'memberId' : 'externalMemberId';
    throw ValidationFailed.at([at], 'Member does not exist.', memberId ?? externalMemberId);
  }
}
