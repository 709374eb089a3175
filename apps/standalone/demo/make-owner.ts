import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SetUserPassword } from '#identity';
import { FindUser } from '#organizations/contract';
import { newSecret } from '#engine/secrets';
import type { DemoOwner } from './demo.ts';

/** Gives the user a password to sign in with. */
export async function withPassword(commands: CommandBus, { id, email }: Omit<DemoOwner, 'password'>): Promise<DemoOwner> {
  const password = newSecret();
  await commands.execute(new SetUserPassword({ id, email }, password));
  return { id, email, password };
}

/** Files of earlier versions have no password of the owner. */
export async function ownerOf(
  commands: CommandBus,
  queries: QueryBus,
  known: Pick<DemoOwner, 'id'> & Partial<DemoOwner>,
): Promise<DemoOwner> {
  const { id, email, password } = known;
  if (email !== undefined && password !== undefined) return { id, email, password };
  const user = await queries.execute(new FindUser({ id }));
  return withPassword(commands, { id, email: user!.email });
}
