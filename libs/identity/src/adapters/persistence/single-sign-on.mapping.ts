import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { EmailDomain } from '../../domain/email-domain.ts';
import { type JoiningRole, OpenIdConnection } from '../../domain/openid-connection.ts';
import { SingleSignOnAttempt } from '../../domain/single-sign-on-attempt.ts';
import { UserIdentity } from '../../domain/user-identity.ts';

export const OpenIdConnectionMapping = defineEntity({
  name: 'OpenIdConnectionRow',
  schema: 'identity',
  tableName: 'openid_connections',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    issuer: p.text(),
    clientId: p.text(),
    clientSecret: p.blob().$type<Buffer>(),
    defaultRole: p.text().$type<JoiningRole>(),
    isEnabled: p.boolean(),
    ownersMaySignIn: p.boolean(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const EmailDomainMapping = defineEntity({
  name: 'EmailDomainRow',
  schema: 'identity',
  tableName: 'email_domains',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    txtRecord: p.text(),
    verifiedAt: p.datetime(3).nullable(),
    checkedAt: p.datetime(3).nullable(),
    missingSince: p.datetime(3).nullable(),
    absences: p.integer(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

export const UserIdentityMapping = defineEntity({
  name: 'UserIdentityRow',
  schema: 'identity',
  tableName: 'user_identities',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    connectionId: p.uuid(),
    userId: p.uuid(),
    issuer: p.text(),
    subject: p.text(),
    createdAt: p.datetime(3),
  },
});

export const SingleSignOnAttemptMapping = defineEntity({
  name: 'SingleSignOnAttemptRow',
  schema: 'identity',
  tableName: 'single_sign_on_attempts',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    stateDigest: p.blob().$type<Buffer>(),
    browserDigest: p.blob().$type<Buffer>(),
    issuer: p.text(),
    clientId: p.text(),
    nonce: p.text(),
    codeVerifier: p.blob().$type<Buffer>(),
    expiresAt: p.datetime(3),
  },
});

export const singleSignOnAttemptRows = aggregateRows(SingleSignOnAttempt, SingleSignOnAttemptMapping);
export const openIdConnectionRows = aggregateRows(OpenIdConnection, OpenIdConnectionMapping).auditedAs({
  type: 'openid_connection',
});
export const emailDomainRows = aggregateRows(EmailDomain, EmailDomainMapping).auditedAs({
  type: 'email_domain',
  without: ['checkedAt', 'absences'],
});
aggregateRows(UserIdentity, UserIdentityMapping).auditedAs({ type: 'user_identity' });

export interface SingleSignOnTables {
  'identity.openid_connections': InferKyselyTable<typeof OpenIdConnectionMapping>;
  'identity.email_domains': InferKyselyTable<typeof EmailDomainMapping>;
}
