import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindCustomers, FindMemberOfCustomer } from '../contract/index.ts';
import { normalizedEmail } from '../domain/unique-identifiers.ts';
import { CodeSecrets } from '../domain/code-secrets.ts';
import { PortalSession, type PortalUser } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SessionTokens } from '../domain/session-tokens.ts';
import type { SignInCode } from '../domain/sign-in-code.ts';
import { SignIns } from '../domain/sign-ins.ts';
import { CustomerSessionCodeInvalidOrExpired } from './sign-in-refused.ts';

/**
 * Answers with the token of a new session. The code is used up first: a session that could not be opened afterwards costs its
 * owner another code, never gives anyone a second session.
 */
export class SignInByCode extends Command<string> {
  constructor(readonly code: string) {
    super();
  }
}

@CommandHandler(SignInByCode)
export class SignInByCodeHandler implements ICommandHandler<SignInByCode> {
  constructor(
    private readonly signIns: SignIns,
    private readonly secrets: CodeSecrets,
    private readonly sessions: PortalSessions,
    private readonly tokens: SessionTokens,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ code }: SignInByCode): Promise<string> {
    const typed = this.secrets.read(code);
    const now = this.clock.now();
    const right =
      typed &&
      (await this.signIns.tryCodes<SignInCode | null>(
        typed.selector,
        (codes) => codes.find((each) => each.attempt(typed.digests, now)) ?? null,
      ));
    const visitor = right && (await this.visitorOf(right));
    if (!visitor) throw new CustomerSessionCodeInvalidOrExpired();
    const { token, digest } = this.tokens.make(visitor.memberId ? 'member' : 'customer');
    await this.sessions.add(PortalSession.create({ ...visitor, digest, returnUrl: null }, now));
    return token;
  }

  /** The member who is reached at the address now, or the customer itself. */
  private async visitorOf({ organizationId, customerId, emailKey: email }: SignInCode): Promise<PortalUser | null> {
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (!customer || customer.deleted_at) return null;
    const member = await this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { email }));
    if (member) return { organizationId, customerId, memberId: member.id };
    const isItsOwn = customer.email !== null && normalizedEmail(customer.email) === email;
    return isItsOwn ? { organizationId, customerId, memberId: null } : null;
  }
}
