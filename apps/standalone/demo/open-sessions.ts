import type { CommandBus } from '@nestjs/cqrs';
import { OpenSession } from '#customer-portal';
import { EnsureMembers } from '#customer-portal/contract';
import { Access } from '#kernel';
import type { Demo, DemoSessions } from './demo.ts';

/** Opens new sessions for the customer. Fails if the customer was deleted or has another e-mail address. */
export async function openSessions(
  commands: CommandBus,
  { organization: { id: organizationId }, customer: { id, email } }: Pick<Demo, 'organization' | 'customer'>,
): Promise<DemoSessions> {
  const access = new Access([organizationId], [organizationId], 'customers');
  const open = async (memberId?: string): Promise<string> =>
    (await commands.execute(new OpenSession(access, { customer: { id }, memberId }, null))).token;
  const [memberId] = await commands.execute(new EnsureMembers(organizationId, id, [{ email }]));
  return { customer_session: await open(), member_session: await open(memberId) };
}
