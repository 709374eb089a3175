import type { CommandBus } from '@nestjs/cqrs';
import { randomBytes } from 'node:crypto';
import { ValidationFailed } from '#kernel';
import { CreateOrganization } from '#organizations';

interface Attributes {
  readonly name: string;
  readonly ownerId: string;
}

/** Adds a random suffix to the slug if it is taken: an interrupted first start may have left an organization. */
export async function makeOrganization(
  commands: CommandBus,
  { name, ownerId }: Attributes,
): Promise<{ id: string; slug: string }> {
  const plain = name.toLowerCase();
  const make = async (slug: string): Promise<{ id: string; slug: string }> => ({
    id: await commands.execute(new CreateOrganization({ slug, ownerId, profile: { name } })),
    slug,
  });
  try {
    return await make(plain);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return make(`${plain}-${randomBytes(4).toString('hex')}`);
  }
}
