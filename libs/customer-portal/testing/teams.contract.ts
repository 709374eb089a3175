import { newId, ResourceNotFound } from '#kernel';
import type { MemberInput } from '../src/domain/choose-members.ts';
import type { MemberLookup, Teams } from '../src/domain/teams.ts';
import { ORGANIZATION, OTHER_ORGANIZATION } from './customer.builder.ts';

export interface OpenedTeams {
  readonly teams: Teams;
  /** Creates a team customer of `ORGANIZATION` and returns its id. */
  customer(): Promise<string>;
  /** Names of the recorded events of a member, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');

/** The contract of every implementation of the port, for teams. */
export function teamsContract(storage: string, open: () => Promise<OpenedTeams>): void {
  describe(`teams in ${storage}`, () => {
    let opened: OpenedTeams;
    let teams: Teams;
    beforeAll(async () => {
      opened = await open();
      teams = opened.teams;
    });
    afterAll(() => opened.close());

    const which = (customerId: string) => ({ customerId, organizations: [ORGANIZATION] });
    const lookupOf = ({ email, externalId }: MemberInput): MemberLookup => ({
      emails: email ? [email] : [],
      externalIds: externalId ? [externalId] : [],
    });
    const ensureMember = (customerId: string, person: MemberInput) =>
      teams.change<string>(which(customerId), lookupOf(person), (team) => team.ensureMembers([person], NOW)[0]!.id);

    test('an ensured member is found by each of its identifiers', async () => {
      const customer = await opened.customer();
      const id = await ensureMember(customer, { email: 'Ada@example.com', externalId: 'ada' });
      expect(await ensureMember(customer, { email: 'aDA@example.com' })).toBe(id);
      expect(await ensureMember(customer, { externalId: 'ada' })).toBe(id);
      expect(await teams.change<string>(which(customer), { ids: [id] }, (team) => team.member({ id }).email)).toBe(
        'Ada@example.com',
      );
      expect(await opened.eventsOf(id)).toEqual(['member.created']);
    });

    test('members that are not looked up are not loaded, except for the owner', async () => {
      const customer = await opened.customer();
      const [id, other] = [
        await ensureMember(customer, { email: 'a@example.com' }),
        await ensureMember(customer, { email: 'b@example.com' }),
      ];
      await teams.change(which(customer), { ids: [id] }, (team) => team.change(team.member({ id }), { role: 'owner' }, NOW));
      await teams.change(which(customer), {}, (team) => void team.member({ id }));
      await expect(teams.change(which(customer), {}, (team) => void team.member({ id: other }))).rejects.toThrow(
        ResourceNotFound,
      );
    });

    test('ownership moves in one step, with an event for both members', async () => {
      const customer = await opened.customer();
      const ids = [
        await ensureMember(customer, { email: 'a@example.com' }),
        await ensureMember(customer, { email: 'b@example.com' }),
      ];
      for (const id of ids) {
        await teams.change(which(customer), { ids: [id] }, (team) => team.change(team.member({ id }), { role: 'owner' }, NOW));
      }
      expect(await Promise.all(ids.map((id) => opened.eventsOf(id)))).toEqual([
        ['member.created', 'member.updated', 'member.updated'],
        ['member.created', 'member.updated'],
      ]);
    });

    test('a rejected change stores nothing', async () => {
      const customer = await opened.customer();
      const rejected = teams.change(which(customer), {}, (team) => {
        team.ensureMembers([{ email: 'ghost@example.com' }], NOW);
        throw new ResourceNotFound();
      });
      await expect(rejected).rejects.toThrow(ResourceNotFound);
      expect(await teams.changeSome(ORGANIZATION, customer, () => undefined)).toBe(0);
    });

    test('of twenty concurrent attempts to ensure the same person one creates a member', async () => {
      const customer = await opened.customer();
      const ids = await Promise.all(Array.from({ length: 20 }, () => ensureMember(customer, { email: 'race@example.com' })));
      expect(new Set(ids).size).toBe(1);
      expect(await opened.eventsOf(ids[0]!)).toEqual(['member.created']);
    });

    test('all members leave, in batches, and their identifiers can be used again', async () => {
      const customer = await opened.customer();
      const person = { email: 'a@example.com', externalId: 'a' };
      const id = await ensureMember(customer, person);
      expect(await teams.changeSome(ORGANIZATION, customer, (member) => member.delete(NOW))).toBe(1);
      expect(await teams.changeSome(ORGANIZATION, customer, (member) => member.delete(NOW))).toBe(0);
      expect(await opened.eventsOf(id)).toEqual(['member.created', 'member.deleted']);
      expect(await ensureMember(customer, person)).not.toBe(id);
    });

    test('the personal data of members who have left is erased, that of the others stays', async () => {
      const customer = await opened.customer();
      const left = await ensureMember(customer, { email: 'left@example.com', externalId: 'left' });
      await teams.changeSome(ORGANIZATION, customer, (member) => member.delete(NOW));
      const stays = await ensureMember(customer, { email: 'stays@example.com' });
      expect(await teams.eraseDeleted(ORGANIZATION, customer)).toBe(1);
      expect(await teams.eraseDeleted(ORGANIZATION, customer)).toBe(0);
      expect(await teams.change<string>(which(customer), { ids: [stays] }, (team) => team.member({ id: stays }).email)).toBe(
        'stays@example.com',
      );
      expect(await opened.eventsOf(left)).toEqual(['member.created', 'member.deleted']);
    });

    test('the same person may be a member of several customers', async () => {
      const [one, other] = [await opened.customer(), await opened.customer()];
      const person = { email: 'a@example.com', externalId: 'a' };
      expect(await ensureMember(one, person)).not.toBe(await ensureMember(other, person));
    });

    test('unknown and foreign customers are not found', async () => {
      const customer = await opened.customer();
      const change = (customerId: string, organizations: string[]) =>
        teams.change({ customerId, organizations }, {}, () => undefined);
      await expect(change(newId(), [ORGANIZATION])).rejects.toThrow(ResourceNotFound);
      await expect(change(customer, [OTHER_ORGANIZATION])).rejects.toThrow(ResourceNotFound);
      await expect(change(customer, [])).rejects.toThrow(ResourceNotFound);
    });
  });
}
