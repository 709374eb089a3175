import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import { anyOf, orderByWithId } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { SignedInKeyView } from './sign-in.view.ts';
import { portalKeys } from './visible-keys.ts';

/** Beyond these nobody chooses. */
const MOST = 100;

/** The license keys of these benefits that the customer sees in the portal and that are neither ended nor expired, oldest first. */
export class ListSignedInKeys extends Query<SignedInKeyView[]> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(ListSignedInKeys)
export class ListSignedInKeysHandler implements IQueryHandler<ListSignedInKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  async execute({ access, benefitIds }: ListSignedInKeys): Promise<SignedInKeyView[]> {
    const now = this.clock.now(access.organizationId);
    const rows = await portalKeys(this.em, access)
      .where(anyOf('benefit_id', benefitIds))
      .where('status', '=', 'granted')
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .select(['id', 'encrypted_key', 'display_key', 'benefit_id', 'expires_at'])
      .orderBy(orderByWithId(['created_at']))
      .limit(MOST)
      .execute();
    return rows.map(({ encrypted_key, ...row }) => ({ ...row, key: this.keyring.decrypt(encrypted_key) }));
  }
}
