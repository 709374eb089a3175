import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { SignIn } from '../../domain/sign-in.ts';
import { SignInCode } from '../../domain/sign-in-code.ts';

export const SignInMapping = defineEntity({
  name: 'SignInRow',
  schema: 'customer_portal',
  tableName: 'sign_ins',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    emailKey: p.text(),
    customerId: p.uuid().nullable(),
    isFromKnownDevice: p.boolean(),
    requestedAt: p.datetime(3),
  },
});

export const signInRows = aggregateRows(SignIn, SignInMapping);

export const SignInCodeMapping = defineEntity({
  name: 'SignInCodeRow',
  schema: 'customer_portal',
  tableName: 'sign_in_codes',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    signInId: p.uuid(),
    customerId: p.uuid(),
    emailKey: p.text(),
    selector: p.text(),
    digest: p.blob().$type<Buffer>(),
    expiresAt: p.datetime(3),
    generation: p.integer(),
    triesLeft: p.integer(),
  },
});

export const signInCodeRows = aggregateRows(SignInCode, SignInCodeMapping);
