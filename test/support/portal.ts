import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { EnsureMembers } from '#customer-portal/contract';
import type { MemberRole } from '#kernel';
import type { TestApi } from './api.ts';
import { type Call, callAs } from './call.ts';
import type { SeededOrganization } from './seed.ts';

/** A portal session of a customer or of one of its members. */
export interface TestPortalUser {
  readonly token: string;
  readonly memberId: string | null;
  readonly call: Call;
}

/** Opens a portal session for the customer itself or, if a role is given, for a new member with that role. */
export async function openSession(
  api: TestApi,
  { organization, oat }: SeededOrganization,
  customerId: string,
  role?: MemberRole,
): Promise<TestPortalUser> {
  const memberId = role ? await join(api, organization.id, customerId, role) : null;
  const subject = { customer_id: customerId, ...(memberId ? { member_id: memberId } : {}) };
  const { status, body, text } = await callAs(api, oat)('POST', '/v1/customer-sessions/', subject);
  if (status !== 201) throw new Error(`Opening a session failed: ${status} ${text}`);
  return { token: body.token, memberId, call: callAs(api, body.token) };
}

/** Adds a member; for the role `owner`, returns the existing owner if there is one. */
async function join(api: TestApi, organizationId: string, customerId: string, role: MemberRole): Promise<string> {
  const em = api.app.get(EntityManager).fork();
  const owner = `select id from customer_portal.members where customer_id = ? and role = 'owner' and deleted_at is null`;
  const [known] = role === 'owner' ? await em.execute<{ id: string }[]>(owner, [customerId]) : [];
  if (known) return known.id;
  const people = [{ email: `${randomUUID()}@example.com` }];
  const [id] = await api.app.get(CommandBus).execute(new EnsureMembers(organizationId, customerId, people));
  await em.execute('update customer_portal.members set role = ? where id = ?', [role, id]);
  return id!;
}
