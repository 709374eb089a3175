import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { UserCredentialsTables } from '../adapters/persistence/user-credentials.mapping.ts';
import type { PasskeyView } from './passkey.view.ts';

const COLUMNS = ['id', 'created_at', 'modified_at', 'name', 'last_used_at'] as const;

/** The passkeys of a user, oldest first. */
export class ListPasskeys extends Query<Page<PasskeyView>> {
  constructor(
    readonly userId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`. */
export class GetPasskey extends Query<PasskeyView> {
  constructor(
    readonly userId: string,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ListPasskeys)
export class ListPasskeysHandler implements IQueryHandler<ListPasskeys> {
  constructor(private readonly em: EntityManager) {}

  async execute({ userId, paging }: ListPasskeys): Promise<Page<PasskeyView>> {
    const passkeys = readDb<UserCredentialsTables>(this.em).selectFrom('identity.passkeys').where('user_id', '=', userId);
    const oldest = passkeys.orderBy('created_at').orderBy('id');
    const [rows, { total }] = await Promise.all([
      oldest.select(COLUMNS).limit(paging.limit).offset(offsetOf(paging)).execute(),
      passkeys.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}

@QueryHandler(GetPasskey)
export class GetPasskeyHandler implements IQueryHandler<GetPasskey> {
  constructor(private readonly em: EntityManager) {}

  async execute({ userId, id }: GetPasskey): Promise<PasskeyView> {
    const passkeys = readDb<UserCredentialsTables>(this.em).selectFrom('identity.passkeys').select(COLUMNS);
    const row = await passkeys.where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
