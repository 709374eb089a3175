import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
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
  name: 'UserSignInCodeRow',
  schema: 'identity',
  tableName: 'sign_in_codes',
  properties: {
    id: p.uuid().primary(),
    requestId: p.uuid(),
    userId: p.uuid(),
    emailKey: p.text(),
    selector: p.text(),
    digest: p.blob().$type<Buffer>(),
    expiresAt: p.datetime(3),
    triesLeft: p.integer(),
  },
});

export const signInCodeRows = aggregateRows(SignInCode, SignInCodeMapping);

export const SecondFactorAttemptMapping = defineEntity({
  name: 'SecondFactorAttemptRow',
  schema: 'identity',
  tableName: 'second_factor_attempts',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    digest: p.blob().$type<Buffer>(),
    method: p.text().$type<SignInMethod>(),
    expiresAt: p.datetime(3),
    triesLeft: p.integer(),
  },
});

export const secondFactorAttemptRows = aggregateRows(SecondFactorAttempt, SecondFactorAttemptMapping);
