import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindMembers } from '#customer-portal/contract';
import { FindGrantingPurchases } from '#entitlements/views';
import { FindSeatGrants } from '#entitlements/contract';
import { anyOf } from '#engine/persistence';
import {
  FindMembersOfKeys,
  FindPurchasesOfKeys,
  type MemberOfKey,
  type NamedKey,
  type PurchaseOfKey,
} from './license-key-changes.ts';
import { visibleKeys } from './visible-keys.ts';

const organizationsOf = (keys: readonly NamedKey[]): string[] => [...new Set(keys.map((key) => key.organization_id))];

const keysOf = (em: EntityManager, keys: readonly NamedKey[]) =>
  visibleKeys(em, organizationsOf(keys)).where(
    anyOf(
      'id',
      keys.map(({ id }) => id),
    ),
  );

@QueryHandler(FindMembersOfKeys)
export class FindMembersOfKeysHandler implements IQueryHandler<FindMembersOfKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ keys }: FindMembersOfKeys): Promise<readonly MemberOfKey[]> {
    const rows = await keysOf(this.em, keys).select(['id', 'member_id', 'grant_id']).where('member_id', 'is not', null).execute();
    const [ofSeats, members] = await Promise.all([
      this.queries.execute(
        new FindSeatGrants(
          organizationsOf(keys),
          rows.flatMap(({ grant_id }) => grant_id ?? []),
        ),
      ),
      this.queries.execute(new FindMembers([...new Set(rows.map(({ member_id }) => member_id!))], 'not-deleted')),
    ]);
    // The key of a purchase without seats is that of the customer, whose owner looks after it.
    const held = rows.filter(({ grant_id }) => grant_id === null || ofSeats.has(grant_id));
    const holders = new Map(held.map(({ id, member_id }) => [id, member_id!]));
    return keys.map(({ id }) => {
      const member_id = holders.get(id) ?? null;
      const member = members.get(member_id ?? '');
      return { member_id, member: member ? { id: member.id, email: member.email, external_id: member.external_id } : null };
    });
  }
}

@QueryHandler(FindPurchasesOfKeys)
export class FindPurchasesOfKeysHandler implements IQueryHandler<FindPurchasesOfKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ keys }: FindPurchasesOfKeys): Promise<readonly PurchaseOfKey[]> {
    const rows = await keysOf(this.em, keys).select(['id', 'grant_id']).execute();
    const grantOf = new Map(rows.map(({ id, grant_id }) => [id, grant_id]));
    const ids = [...new Set(grantOf.values())].filter((id) => id !== null);
    const purchases = await this.queries.execute(new FindGrantingPurchases(organizationsOf(keys), ids));
    return keys.map((key) => {
      const { subscription = null, order = null } = purchases.get(grantOf.get(key.id) ?? '') ?? {};
      return { subscription_id: subscription?.id ?? null, subscription, order_id: order?.id ?? null, order };
    });
  }
}
