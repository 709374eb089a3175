import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import type { SignInClient, SignInClientState } from '../../domain/sign-ins/sign-in-client.ts';
import { SignInClients, type WhichSignInClient } from '../../domain/sign-ins/sign-in-clients.ts';
import { DeviceSignInMapping, signInClientRows } from './sign-in.mapping.ts';

const where = ({ id, organizations }: WhichSignInClient) => ({ id, organizationId: { $in: [...organizations] } });

@Injectable()
export class MikroOrmSignInClients extends SignInClients {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(client: SignInClient): Promise<void> {
    return addRows(this.em, signInClientRows, [client]);
  }

  async find(which: WhichSignInClient): Promise<Readonly<SignInClientState> | undefined> {
    const [client] = await signInClientRows.find(this.em.fork(), where(which));
    return client?.snapshot;
  }

  remove(which: WhichSignInClient, check: (client: SignInClient) => void): Promise<void> {
    return inTransaction(this.em, 'removed SignInClient', async (transaction) => {
      const locked = await signInClientRows.lock(transaction, where(which));
      const [found] = locked.all;
      if (!found) throw new ResourceNotFound();
      check(found);
      await locked.remove();
      const { id: clientId, organizationId } = found.snapshot;
      await transaction.nativeDelete(DeviceSignInMapping, { organizationId, clientId });
    });
  }
}
