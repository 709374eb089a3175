import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { readOnce } from '#engine/idempotency';
import { addRows, inTransaction } from '#engine/persistence';
import type { PortalUser } from '../../domain/portal-session.ts';
import type { SignIn, SignInState } from '../../domain/sign-in.ts';
import type { SignInCode, SignInCodeState } from '../../domain/sign-in-code.ts';
import { type SignInRecipient, SignIns } from '../../domain/sign-ins.ts';
import { SignInCodeMapping, signInCodeRows, SignInMapping, signInRows } from './sign-in.mapping.ts';

/**
 * The member `m` of the customer `c` with an address, if there is one. The owner of an individual customer follows its address a moment
 * later, and has no other one meanwhile.
 */
const WITH_MEMBER_AT = `left join customer_portal.members m
  on m.organization_id = ? and m.customer_id = c.id and m.email_key = ? and m.deleted_at is null
    and (c.type = 'team' or m.role <> 'owner' or m.email_key = c.email_key)`;
const HAS_ADDRESS = '(m.id is not null or c.email_key = ?)';
const GENERATION = 'c.session_generation + coalesce(m.session_generation, 0)';

/**
 * The individual customers whom an address stands for that they had before a merger, with the member who owns them: only where somebody
 * had proved to read mail there, and as long as nobody else has the address.
 */
const OWNERS_OF_ALIAS = `with recursive alias (email, at, next) as (
    select a.alias_email, a.id, a.merged_into from customer_portal.customers a
    where a.organization_id = ? and a.alias_key = ? and a.alias_signs_in
      and not exists (select from customer_portal.customers o where o.organization_id = ? and o.email_key = ? and o.deleted_at is null)
      and not exists (select from customer_portal.members o where o.organization_id = ? and o.email_key = ? and o.deleted_at is null)
    union all
    select alias.email, c.id, c.merged_into from alias
    join customer_portal.customers c on c.organization_id = ? and c.id = alias.next
  )
  select c.id, c.name, c.locale, alias.email, m.id as member_id, ${GENERATION} as generation
  from alias join customer_portal.customers c on c.organization_id = ? and c.id = alias.at and c.type = 'individual' and c.deleted_at is null
  left join customer_portal.members m
    on m.organization_id = c.organization_id and m.customer_id = c.id and m.role = 'owner' and m.deleted_at is null`;

type OwnerOfAlias = { readonly id: string; readonly member_id: string | null } & Omit<SignInRecipient, 'customerId'>;

@Injectable()
export class MikroOrmSignIns extends SignIns {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(signIn: SignIn): Promise<void> {
    return addRows(this.em, signInRows, [signIn]);
  }

  async find(id: string): Promise<Readonly<SignInState> | null> {
    const [signIn] = await signInRows.find(this.em.fork(), { id });
    return signIn?.snapshot ?? null;
  }

  async findRecipients(
    { organizationId, emailKey, customerId }: Readonly<SignInState>,
    limit: number,
  ): Promise<SignInRecipient[]> {
    const rows = await this.em.fork().execute<({ readonly id: string } & Omit<SignInRecipient, 'customerId'>)[]>(
      `select c.id, c.name, c.locale, coalesce(m.email, c.email) as email, ${GENERATION} as generation
       from customer_portal.customers c ${WITH_MEMBER_AT}
       where ${HAS_ADDRESS} and c.organization_id = ? and c.deleted_at is null and c.id in (
         select id from customer_portal.customers where organization_id = ? and email_key = ? and deleted_at is null
         union
         select customer_id from customer_portal.members where organization_id = ? and email_key = ? and deleted_at is null
       ) and (?::uuid is null or c.id = ?)
       order by c.created_at, c.id limit ?`,
      [
        organizationId,
        emailKey,
        emailKey,
        organizationId,
        organizationId,
        emailKey,
        organizationId,
        emailKey,
        customerId,
        customerId,
        limit,
      ],
    );
    const found = rows.map(({ id, ...row }) => ({ customerId: id, ...row }));
    if (found.length > 0) return found;
    const owners = await this.ownersOfAlias(organizationId, emailKey);
    return owners
      .filter(({ id }) => customerId === null || id === customerId)
      .map(({ id, member_id: _member, ...owner }) => ({ customerId: id, ...owner }));
  }

  private ownersOfAlias(organizationId: string, emailKey: string): Promise<OwnerOfAlias[]> {
    const [organization, address] = [organizationId, emailKey];
    const values = [organization, address, organization, address, organization, address, organization, organization];
    return this.em.fork().execute<OwnerOfAlias[]>(OWNERS_OF_ALIAS, values);
  }

  countRequestsSince(
    { organizationId, emailKey, isFromKnownDevice, requestedAt }: Readonly<SignInState>,
    since: Date,
  ): Promise<number> {
    const time = { $gt: since, $lte: requestedAt };
    return this.em.fork().count(SignInMapping, { organizationId, emailKey, isFromKnownDevice, requestedAt: time });
  }

  replaceCodes({ id }: Readonly<SignInState>, codes: readonly SignInCode[]): Promise<void> {
    return inTransaction(this.em, 'SignInCode', async (transaction) => {
      await transaction.nativeDelete(SignInCodeMapping, { signInId: id });
      await signInCodeRows.insert(transaction, codes);
    });
  }

  tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'SignInCode', async (transaction) => {
      const locked = await signInCodeRows.lock(transaction, { selector }, { orderBy: { id: 'asc' } });
      const outcome = by(locked.all);
      await locked.save();
      return outcome as T;
    });
  }

  /** A customer that merges the one of the code into itself takes it away. */
  findUser(code: Readonly<SignInCodeState>): Promise<PortalUser | null> {
    return readOnce('user of a code', () => this.userOf(code));
  }

  private async userOf({
    organizationId,
    customerId,
    emailKey,
    generation,
  }: Readonly<SignInCodeState>): Promise<PortalUser | null> {
    const [found] = await this.em.fork().execute<{ member_id: string | null }[]>(
      `select m.id as member_id from customer_portal.customers c ${WITH_MEMBER_AT}
       where ${HAS_ADDRESS} and c.organization_id = ? and c.id = ? and c.deleted_at is null and ${GENERATION} = ?`,
      [organizationId, emailKey, emailKey, organizationId, customerId, generation],
    );
    if (found) return { organizationId, customerId, memberId: found.member_id };
    const owners = await this.ownersOfAlias(organizationId, emailKey);
    const owner = owners.find((each) => each.id === customerId && each.generation === generation);
    return owner ? { organizationId, customerId, memberId: owner.member_id } : null;
  }

  async addressOf(codeId: string): Promise<string | null> {
    return (await this.em.fork().findOne(SignInCodeMapping, { id: codeId }))?.emailKey ?? null;
  }

  async deleteOfCustomer(organizationId: string, customerId: string): Promise<void> {
    await this.em.fork().execute(
      `delete from customer_portal.sign_ins where id in (
         select sign_in_id from customer_portal.sign_in_codes where organization_id = ? and customer_id = ?
       )`,
      [organizationId, customerId],
    );
  }

  deleteBefore(time: Date): Promise<number> {
    return this.em.fork().nativeDelete(SignInMapping, { requestedAt: { $lt: time } });
  }
}
