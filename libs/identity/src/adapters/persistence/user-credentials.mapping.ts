import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { Passkey } from '../../domain/passkey.ts';
import { UserCredentials } from '../../domain/user-credentials.ts';

export const UserCredentialsMapping = defineEntity({
  name: 'UserCredentialsRow',
  schema: 'identity',
  tableName: 'user_credentials',
  properties: {
    id: p.uuid().primary(),
    passwordHash: p.text().nullable(),
    passwordFailures: p.integer(),
    passwordBlockedUntil: p.datetime(3).nullable(),
    totpSecret: p.blob().$type<Buffer>().nullable(),
    totpLastStep: p.integer().nullable(),
    newTotpSecret: p.blob().$type<Buffer>().nullable(),
    recoveryDigests: p.json<readonly string[]>(),
    secondFactorFailures: p.integer(),
    secondFactorBlockedUntil: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const PasskeyMapping = defineEntity({
  name: 'PasskeyRow',
  schema: 'identity',
  tableName: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    credentialId: p.text(),
    publicKey: p.blob().$type<Buffer>(),
    counter: p.bigint('number'),
    transports: p.json<readonly string[]>(),
    lastUsedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

/** Failures are counters; of recovery codes the log has how many are left. */
export const userCredentialsRows = aggregateRows(UserCredentials, UserCredentialsMapping).auditedAs({
  type: 'user_credentials',
  without: [
    'passwordFailures',
    'passwordBlockedUntil',
    'totpLastStep',
    'newTotpSecret',
    'recoveryDigests',
    'secondFactorFailures',
    'secondFactorBlockedUntil',
  ],
  masked: ['passwordHash'],
  others: ({ recoveryCodesLeft }) => ({ recovery_codes: recoveryCodesLeft }),
});
export const passkeyRows = aggregateRows(Passkey, PasskeyMapping).auditedAs({
  type: 'passkey',
  without: ['counter', 'lastUsedAt', 'publicKey', 'credentialId'],
});

export interface UserCredentialsTables {
  'identity.user_credentials': InferKyselyTable<typeof UserCredentialsMapping>;
  'identity.passkeys': InferKyselyTable<typeof PasskeyMapping>;
}
