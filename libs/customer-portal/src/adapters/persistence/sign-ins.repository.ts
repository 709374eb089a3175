import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
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
    return rows.map(({ id, ...row }) => ({ customerId: id, ...row }));
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

  async findUser({ organizationId, customerId, emailKey, generation }: Readonly<SignInCodeState>): Promise<PortalUser | null> {
    const [found] = await this.em.fork().execute<{ member_id: string | null }[]>(
      `select m.id as member_id from customer_portal.customers c ${WITH_MEMBER_AT}
       where ${HAS_ADDRESS} and c.organization_id = ? and c.id = ? and c.deleted_at is null and ${GENERATION} = ?`,
      [organizationId, emailKey, emailKey, organizationId, customerId, generation],
    );
    return found ? { organizationId, customerId, memberId: found.member_id } : null;
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
