import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { Customers } from '../domain/customers.ts';
import type { EmailChange } from '../domain/email-change.ts';
import { EmailChanges } from '../domain/email-changes.ts';
import { PortalSession } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { InvalidCustomerEmailUpdate } from './invalid-email-change.ts';

/**
 * Gives the customer the address to which the link was mailed, and opens a session; returns its token. The address changes first: if
 * the process ends then, the link still works. A link opens one session.
 */
export class VerifyEmailChange extends Command<string> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(VerifyEmailChange)
export class VerifyEmailChangeHandler implements ICommandHandler<VerifyEmailChange> {
  constructor(
    private readonly emailChanges: EmailChanges,
    private readonly tokens: Tokens,
    private readonly customers: Customers,
    private readonly sessions: PortalSessions,
    private readonly clock: WallClock,
  ) {}

  async execute({ token }: VerifyEmailChange): Promise<string> {
    const now = this.clock.now();
    const change = await this.emailChanges.findByToken(this.tokens.digestsOf('email change', token));
    if (!change?.isOpen(now)) throw new InvalidCustomerEmailUpdate();
    const generation = await this.confirm(change, now);
    const isFirst = await this.emailChanges.change(change.id, (each) => each.complete(now));
    if (!isFirst) throw new InvalidCustomerEmailUpdate();
    const { organizationId, customerId } = change.snapshot;
    const session = this.tokens.make('customer session');
    const user = { organizationId, customerId, memberId: null };
    await this.sessions.add(PortalSession.create({ ...user, digest: session.digest, returnUrl: null, generation }, now));
    return session.token;
  }

  /** Returns the generation of the sessions that the customer has from now on: the change ends all others. */
  private async confirm(change: Readonly<EmailChange>, now: Date): Promise<number> {
    const { organizationId, customerId: id, email } = change.snapshot;
    const generation = await this.customers
      .change<number | null>({ id, organizations: [organizationId] }, { email }, (customer, taken) => {
        if (customer.type === 'team' || !change.concerns(customer.email)) return null;
        customer.confirmEmail(email, taken, now);
        return customer.snapshot.sessionGeneration;
      })
      .catch((error: unknown) => {
        if (error instanceof ResourceNotFound) return null;
        throw error;
      });
    if (generation === null) throw new InvalidCustomerEmailUpdate();
    return generation;
  }
}
