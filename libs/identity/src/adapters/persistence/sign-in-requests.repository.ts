import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import { SignInCode } from '../../domain/sign-in-code.ts';
import type { SignInRequest, SignInRequestState } from '../../domain/sign-in-request.ts';
import { SignInRequests } from '../../domain/sign-in-requests.ts';
import { SignInRequestMapping, signInRequestRows } from './sign-in.mapping.ts';

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
      await transaction.nativeDelete(SignInCode, { requestId: code.requestId });
      transaction.persist(code);
    });
  }

  tryCodes<T>(selector: string, by: (codes: readonly SignInCode[]) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'SignInCode', async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const codes = await transaction.find(SignInCode, { selector }, { orderBy: { id: 'asc' }, lockMode });
      return by(codes) as T;
    });
  }

  deleteBefore(time: Date): Promise<number> {
    return this.em.fork().nativeDelete(SignInRequestMapping, { requestedAt: { $lt: time } });
  }
}
