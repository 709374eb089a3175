import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock, ValidationFailed } from '#kernel';
import {
  AmbiguousExternalCustomerID,
  type CustomerView,
  FindCustomers,
  FindCustomersByExternalId,
  FindMemberOfCustomer,
  type KnownBy,
} from '../contract/index.ts';
import { PortalSession } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SessionTokens } from '../domain/session-tokens.ts';

/** Who is to be let in: a customer, or the member of it that is named. */
export interface SessionSubject {
  readonly customer: { readonly id: string } | { readonly externalId: string };
  readonly memberId?: string | null;
  readonly externalMemberId?: string | null;
}

export interface OpenedSession {
  readonly id: string;
  /** The only time that anyone sees it. */
  readonly token: string;
}

/** Opens a session for a customer within reach of the seller who asks. */
export class OpenSession extends Command<OpenedSession> {
  constructor(
    readonly access: Access,
    readonly guest: SessionSubject,
    readonly returnUrl: string | null,
  ) {
    super();
  }
}

@CommandHandler(OpenSession)
export class OpenSessionHandler implements ICommandHandler<OpenSession> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly tokens: SessionTokens,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, guest, returnUrl }: OpenSession): Promise<OpenedSession> {
    const { id: customerId, organization_id: organizationId } = await this.customerOf(guest, access.visible);
    const memberId = await this.memberOf(guest, organizationId, customerId);
    const { token, digest } = this.tokens.make(memberId ? 'member' : 'customer');
    const attributes = { organizationId, customerId, memberId, digest, returnUrl };
    const session = PortalSession.create(attributes, this.clock.now());
    await this.sessions.add(session);
    return { id: session.id, token };
  }

  private async customerOf({ customer }: SessionSubject, organizations: readonly string[]): Promise<CustomerView> {
    if ('externalId' in customer) {
      const found = await this.queries.execute(new FindCustomersByExternalId(organizations, [customer.externalId]));
      if (found.length > 1) throw new AmbiguousExternalCustomerID();
      if (!found[0]) throw ValidationFailed.at(['externalCustomerId'], 'Customer does not exist.', customer.externalId);
      return found[0];
    }
    const known = (await this.queries.execute(new FindCustomers([customer.id]))).get(customer.id);
    if (!known || known.deleted_at || !organizations.includes(known.organization_id)) {
      throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customer.id);
    }
    return known;
  }

  private async memberOf({ memberId, externalMemberId }: SessionSubject, organizationId: string, customerId: string) {
    const by: KnownBy | undefined = memberId ? { id: memberId } : externalMemberId ? { externalId: externalMemberId } : undefined;
    if (!by) return null;
    const member = await this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, by));
    if (member) return member.id;
    const at = 'id' in by ? 'memberId' : 'externalMemberId';
    throw ValidationFailed.at([at], 'Member does not exist.', memberId ?? externalMemberId);
  }
}
