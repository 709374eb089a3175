import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import { normalizedEmail } from '../src/domain/unique-identifiers.ts';
import type { Member } from '../src/domain/member.ts';
import { Team, type TeamCustomer } from '../src/domain/team.ts';
import { type MemberLookup, Teams, type WhichTeam } from '../src/domain/teams.ts';

/** Teams of the given customers, for tests of handlers. */
export class InMemoryTeams extends Teams {
  readonly events: DomainEvent[] = [];
  private readonly members: Member[] = [];

  constructor(private readonly customers: ReadonlyMap<string, TeamCustomer>) {
    super();
  }

  async change<T>({ customerId, organizations }: WhichTeam, lookup: MemberLookup, by: (team: Team) => Sync<T>): Promise<T> {
    const customer = this.customers.get(customerId);
    if (!customer || !organizations.includes(customer.organizationId)) throw new ResourceNotFound();
    const all = this.existing(customerId);
    const found = all.filter((member) => isSelected(member, lookup));
    const team = new Team(customer, found, all.length > 0);
    const outcome = by(team);
    this.members.push(...team.addedMembers);
    for (const member of [...found, ...team.addedMembers]) this.events.push(...member.pullEvents());
    return outcome as T;
  }

  async changeSome(_organizationId: string, customerId: string, by: (member: Member) => void): Promise<number> {
    const batch = this.existing(customerId).slice(0, 100);
    batch.forEach(by);
    for (const member of batch) this.events.push(...member.pullEvents());
    return batch.length;
  }

  async eraseDeleted(_organizationId: string, customerId: string): Promise<number> {
    const remaining = this.members.filter(
      (member) => member.customerId === customerId && member.isDeleted && member.email !== `${member.id}@anonymized.invalid`,
    );
    for (const member of remaining) {
      Object.assign(member, { email: `${member.id}@anonymized.invalid`, name: null, externalId: null });
    }
    return remaining.length;
  }

  private existing(customerId: string): Member[] {
    return this.members.filter((member) => member.customerId === customerId && !member.isDeleted);
  }
}

const isSelected = ({ id, externalId, emailKey, role }: Member, { ids, externalIds, emails }: MemberLookup): boolean =>
  role === 'owner' ||
  Boolean(ids?.includes(id)) ||
  Boolean(externalId && externalIds?.includes(externalId)) ||
  Boolean(emails?.map(normalizedEmail).includes(emailKey));
