import { defineEntity, p } from '@mikro-orm/core';
import { entityClass, aggregateRows } from '#engine/persistence';
import { SecondFactorAttempt } from '../../domain/second-factor-attempt.ts';
import { SignInCode } from '../../domain/sign-in-code.ts';
import { SignInRequest } from '../../domain/sign-in-request.ts';
import type { SignInMethod } from '../../domain/user-session.ts';

export const SignInRequestMapping = defineEntity({
  name: 'SignInRequestRow',
  schema: 'identity',
  tableName: 'sign_in_requests',
  properties: {
    id: p.uuid().primary(),
    emailKey: p.text(),
    isFromKnownDevice: p.boolean(),
    requestedAt: p.datetime(3),
  },
});

export const signInRequestRows = aggregateRows(SignInRequest, SignInRequestMapping);

export const SignInCodeMapping = defineEntity({
  class: entityClass(SignInCode),
  schema: 'identity',
  tableName: 'sign_in_codes',
  properties: {
    id: p.uuid().primary(),
    requestId: p.uuid(),
    userId: p.uuid(),
    emailKey: p.text(),
    selector: p.text(),
    digest: p.blob(),
    expiresAt: p.datetime(3),
    triesLeft: p.integer(),
  },
});

export const SecondFactorAttemptMapping = defineEntity({
  class: entityClass(SecondFactorAttempt),
  schema: 'identity',
  tableName: 'second_factor_attempts',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    digest: p.blob(),
    method: p.text().$type<SignInMethod>(),
    expiresAt: p.datetime(3),
    triesLeft: p.integer(),
  },
});
