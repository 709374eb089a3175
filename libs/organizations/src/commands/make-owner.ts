import type { CommandBus } from '@nestjs/cqrs';
import { EndAccessThroughProvider } from '../needs/index.ts';
import type { Organization } from '../domain/organization.ts';
import type { Organizations, WhichOrganization } from '../domain/organizations.ts';

interface NewOwner {
  readonly userId: string;
  /** Throws if the change is going to be refused, and changes nothing. */
  readonly check: (organization: Organization) => void;
  readonly change: (organization: Organization) => void;
}

/**
 * Makes somebody an owner. What a provider that an admin chose has opened for them ends first: wherever this stops, no owner has it. What
 * is opened for them in between ends by the event of the change.
 */
export async function makeOwner(
  { organizations, commands }: { readonly organizations: Organizations; readonly commands: CommandBus },
  which: WhichOrganization,
  { userId, check, change }: NewOwner,
): Promise<void> {
  const organizationId = await organizations.change(which, (organization) => {
    check(organization);
    return organization.id;
  });
  await commands.execute(new EndAccessThroughProvider(userId, organizationId, 'becomes owner', null));
  await organizations.change(which, (organization) => change(organization));
}
