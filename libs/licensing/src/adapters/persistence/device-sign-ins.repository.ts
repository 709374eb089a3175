import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, changeOne, inTransaction, recordAction } from '#engine/persistence';
import type { DeviceSignIn } from '../../domain/sign-ins/device-sign-in.ts';
import { DeviceSignIns, type WhichDeviceSignIn } from '../../domain/sign-ins/device-sign-ins.ts';
import { DeviceSignInMapping, deviceSignInRows } from './sign-in.mapping.ts';

const where = ({ organizationId, by, digests }: WhichDeviceSignIn) => ({ organizationId, [by]: { $in: [...digests] } });

@Injectable()
export class MikroOrmDeviceSignIns extends DeviceSignIns {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(signIn: DeviceSignIn): Promise<void> {
    return addRows(this.em, deviceSignInRows, [signIn]);
  }

  change<T>(which: WhichDeviceSignIn, by: (signIn: DeviceSignIn) => Sync<T>): Promise<T> {
    return changeOne(this.em, deviceSignInRows, where(which), by);
  }

  decide(which: WhichDeviceSignIn, by: (signIn: DeviceSignIn) => void): Promise<void> {
    return inTransaction(this.em, 'decided DeviceSignIn', async (transaction) => {
      const locked = await deviceSignInRows.lock(transaction, where(which));
      await locked.change(by);
      const { id, organizationId, customerId, clientId, decision } = locked.all[0]!.snapshot;
      const resource = { type: 'device_sign_in', id, organizationId, customerId };
      await recordAction(transaction, resource, { client_id: clientId, decision });
    });
  }

  async deleteExpired(by: Date): Promise<void> {
    await this.em.fork().nativeDelete(DeviceSignInMapping, { expiresAt: { $lte: by } });
  }
}
