import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addAll, inTransaction } from '#platform/persistence';
import { SignInCode } from '../../domain/sign-in-code.ts';
import { SignInRequest } from '../../domain/sign-in-request.ts';
import { SignInRequests } from '../../domain/sign-in-requests.ts';

@Injectable()
export class MikroOrmSignInRequests extends SignInRequests {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(request: SignInRequest): Promise<void> {
    return addAll(this.em, [request]);
  }

  find(id: string): Promise<SignInRequest | null> {
    return this.em.fork().findOne(SignInRequest, { id });
  }

  countSince({ emailKey, isFromKnownDevice, requestedAt }: SignInRequest, since: Date): Promise<number> {
    return this.em.fork().count(SignInRequest, { emailKey, isFromKnownDevice, requestedAt: { $gt: since, $lte: requestedAt } });
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
    return this.em.fork().nativeDelete(SignInRequest, { requestedAt: { $lt: time } });
  }
}
