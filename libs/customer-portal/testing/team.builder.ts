import { newId } from '#kernel';
import { Member, type NewMember } from '../src/domain/member.ts';
import { Team, type TeamCustomer } from '../src/domain/team.ts';
import { ORGANIZATION } from './customer.builder.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

let count = 0;

/** `aMember().reachedAt('ada@example.com').owning().build()` */
export class MemberBuilder {
  private attributes: NewMember = { email: `member-${++count}@example.com`, role: 'member' };

  withEmail(email: string): this {
    return this.with({ email });
  }

  named(name: string): this {
    return this.with({ name });
  }

  withExternalId(externalId: string): this {
    return this.with({ externalId });
  }

  owning(): this {
    return this.with({ role: 'owner' });
  }

  managingBilling(): this {
    return this.with({ role: 'billing_manager' });
  }

  /** As the repository loads it: without recorded events. */
  build(customerId = newId()): Member {
    const member = Member.create({ organizationId: ORGANIZATION, customerId }, this.attributes, CREATED_AT);
    member.pullEvents();
    return member;
  }

  private with(some: Partial<NewMember>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }
}

/** `aTeam(owner, ada).ofIndividual('owner@example.com').build()`; a team customer by default. */
export class TeamBuilder {
  private customer: TeamCustomer = { id: newId(), organizationId: ORGANIZATION, type: 'team', email: null };
  private hasOthers = false;

  constructor(private readonly members: readonly Member[]) {}

  ofIndividual(email = 'customer@example.com'): this {
    this.customer = { ...this.customer, type: 'individual', email };
    return this;
  }

  withEmail(email: string): this {
    this.customer = { ...this.customer, email };
    return this;
  }

  /** The team has members that were not looked up. */
  withOtherMembers(): this {
    this.hasOthers = true;
    return this;
  }

  build(): Team {
    return new Team(this.customer, this.members, this.hasOthers || this.members.length > 0);
  }
}

export const aMember = (): MemberBuilder => new MemberBuilder();
export const aTeam = (...members: Member[]): TeamBuilder => new TeamBuilder(members);
