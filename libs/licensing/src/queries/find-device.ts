import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import { FindDevice } from '#entitlements/needs';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';

@QueryHandler(FindDevice)
export class FindDeviceHandler implements IQueryHandler<FindDevice> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, activationId }: FindDevice): Promise<string | undefined> {
    const row = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.activations')
      .select('device')
      .where('organization_id', '=', organizationId)
      .where('id', '=', activationId)
      .executeTakeFirst();
    return row?.device ?? undefined;
  }
}
