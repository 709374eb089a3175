import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import type { SignInCode } from '../../domain/sign-in-code.ts';
import type { SignInRequest, SignInRequestState } from '../../domain/sign-in-request.ts';
import { SignInRequests } from '../../domain/sign-in-requests.ts';
import { SignInCodeMapping, signInCodeRows, SignInRequestMapping, signInRequestRows } from './sign-in.mapping.ts';

@Injectable()
export class MikroOrmSignInRequests extends SignInRequests {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(request: SignInRequest): Promise<void> {
    return addRows(this.em, signInRequestRows, [request]);
  }

  async find(id: string): Promise<Readonly<SignInRequestState> | null> {
    const [request] = await signInRequestRows.find(this.em.fork(), { id });
    return request?.snapshot ?? null;
  }

  countSince(request: Readonly<SignInRequestState>, since: Date): Promise<number> {
    const { emailKey, isFromKnownDevice, requestedAt } = request;
    const where = { emailKey, isFromKnownDevice, requestedAt: { $gt: since, $lte: requestedAt } };
    return this.em.fork().count(SignInRequestMapping, where);
  }

  replaceCode(code: SignInCode): Promise<void> {
    return inTransaction(this.em, 'SignInCode', async (transaction) => {
      await transaction.nativeDelete(SignInCodeMapping, { requestId: code.snapshot.requestId });
      await signInCodeRows.insert(transaction, [code]);
    });
  }

  tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'SignInCode', async (transaction) => {
      const locked = await signInCodeRows.lock(transaction, { selector }, { orderBy: { id: 'asc' } });
      const outcome = by(locked.all);
      await locked.save();
      return outcome as T;
    });
  }

  deleteBefore(time: Date): Promise<number> {
    return this.em.fork().nativeDelete(SignInRequestMapping, { requestedAt: { $lt: time } });
  }
}
