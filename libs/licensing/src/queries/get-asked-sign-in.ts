import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { readDb } from '#engine/persistence';
import type { SignInTables } from '../adapters/persistence/sign-in.mapping.ts';
import type { AskedSignInView } from './sign-in.view.ts';

/** The open sign-in with this code. Throws `ResourceNotFound` if there is none, or it is one of another organization. */
export class GetAskedSignIn extends Query<AskedSignInView> {
  constructor(
    readonly access: CustomerAccess,
    readonly userCode: string,
  ) {
    super();
  }
}

@QueryHandler(GetAskedSignIn)
export class GetAskedSignInHandler implements IQueryHandler<GetAskedSignIn> {
  constructor(
    private readonly em: EntityManager,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ access: { organizationId }, userCode }: GetAskedSignIn): Promise<AskedSignInView> {
    const digests = this.tokens.digestsOf('device user code', userCode);
    if (digests.length === 0) throw new ResourceNotFound();
    const asked = await readDb<SignInTables>(this.em)
      .selectFrom('licensing.device_sign_ins as s')
      .innerJoin('licensing.sign_in_clients as c', (join) =>
        join.onRef('c.organization_id', '=', 's.organization_id').onRef('c.id', '=', 's.client_id'),
      )
      .where('s.organization_id', '=', organizationId)
      .where('s.user_code_digest', 'in', digests)
      .where('s.decision', 'is', null)
      .where('s.expires_at', '>', this.clock.now())
      .select(['c.name as client_name'])
      .executeTakeFirst();
    if (!asked) throw new ResourceNotFound();
    return asked;
  }
}
