import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { MemberRole } from '#kernel';
import { aggregateRows } from '#engine/persistence';
import { DeviceSignIn, type DeviceSignInState } from '../../domain/sign-ins/device-sign-in.ts';
import { SignInClient } from '../../domain/sign-ins/sign-in-client.ts';

const time = () => p.datetime(3);

export const SignInClientMapping = defineEntity({
  name: 'SignInClientRow',
  schema: 'licensing',
  tableName: 'sign_in_clients',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    benefitIds: p.array<string>().columnType('uuid[]'),
    createdAt: time(),
  },
});

export const DeviceSignInMapping = defineEntity({
  name: 'DeviceSignInRow',
  schema: 'licensing',
  tableName: 'device_sign_ins',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    clientId: p.uuid(),
    digest: p.blob().$type<Buffer>(),
    userCodeDigest: p.blob().$type<Buffer>(),
    expiresAt: time(),
    intervalSeconds: p.integer(),
    askedAt: time().nullable(),
    decision: p.text().$type<NonNullable<DeviceSignInState['decision']>>().nullable(),
    customerId: p.uuid().nullable(),
    memberId: p.uuid().nullable(),
    memberRole: p.text().$type<MemberRole>().nullable(),
  },
});

export const signInClientRows = aggregateRows(SignInClient, SignInClientMapping).auditedAs({ type: 'sign_in_client' });
export const deviceSignInRows = aggregateRows(DeviceSignIn, DeviceSignInMapping);

/** Rows as queries select them. */
export interface SignInTables {
  'licensing.sign_in_clients': InferKyselyTable<typeof SignInClientMapping>;
  'licensing.device_sign_ins': InferKyselyTable<typeof DeviceSignInMapping>;
}
