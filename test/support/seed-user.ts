import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { RegisterUser, SetMemberRole } from '#organizations';
import { Config } from '#platform/config';
import { Keyring, newCode, newToken } from '#engine/secrets';
import type { TestApi } from './api.ts';
import { Authenticator } from './authenticator.ts';
import { noteSecret } from './logged-secrets.ts';

/** A user who belongs to no organization. */
export async function seedUser(api: TestApi): Promise<{ readonly id: string; readonly email: string }> {
  const email = `user-${randomUUID()}@example.com`;
  return { id: await api.app.get(CommandBus).execute(new RegisterUser(email)), email };
}

interface SeededSignIn {
  readonly methods?: readonly string[];
  /** The organization through whose provider the user signed in. */
  readonly providerOrganizationId?: string | null;
}

/** Opens a session for a user, as if they had signed in, `minutesAgo`. */
export async function seedUserSession(
  api: TestApi,
  userId: string,
  minutesAgo = 0,
  { methods = ['email_code'], providerOrganizationId = null }: SeededSignIn = {},
): Promise<string> {
  const token = newToken('us');
  noteSecret(token);
  const statement = `insert into identity.user_sessions
      (id, user_id, digest, methods, provider_organization_id, authenticated_at, expires_at, last_used_at, created_at)
    select ?, ?, ?, ?::jsonb, ?::uuid, at, at + interval '30 days', now(), at from (select now() - make_interval(mins => ?)) as t (at)`;
  const digest = api.app.get(Keyring).digest('access-token', token);
  await api.app
    .get(EntityManager)
    .fork()
    .execute(statement, [randomUUID(), userId, digest, JSON.stringify(methods), providerOrganizationId, minutesAgo]);
  return token;
}

/** Stores a code with which a user can sign in, as if it had been mailed. */
export async function seedUserSignInCode(api: TestApi, { id, email }: { id: string; email: string }): Promise<string> {
  const [requestId, code] = [randomUUID(), newCode(10)];
  const em = api.app.get(EntityManager).fork();
  await em.execute('insert into identity.sign_in_requests values (?, ?, false, now())', [requestId, email.toLowerCase()]);
  await em.execute(`insert into identity.sign_in_codes values (?, ?, ?, ?, ?, ?, now() + interval '30 minutes', 5)`, [
    randomUUID(),
    requestId,
    id,
    email.toLowerCase(),
    code.slice(0, 4),
    api.app.get(Keyring).digest('user-sign-in-code', code),
  ]);
  return code;
}

/** Values for requests about how a user signs in, under their names on the wire. */
export interface UserFixtures {
  /** The address of a user without a second factor, who was mailed the code. */
  readonly user_email: string;
  readonly user_code: string;
  readonly user_session_id: string;
  readonly second_factor_token: string;
  readonly recovery_code: string;
  /** The secret of the second factor that waits for its confirmation, in hexadecimal. */
  readonly totp_secret: string;
  readonly passkey_id: string;
  /** What the user allowed an application. */
  readonly authorization_id: string;
  /** What a browser made with options of the user. */
  readonly new_passkey: object;
}

/** Gives the user the passkey of the authenticator. */
export async function seedPasskey(api: TestApi, userId: string, { id, publicKey }: Authenticator): Promise<void> {
  await api.app
    .get(EntityManager)
    .fork()
    .execute(
      `insert into identity.passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       values (?, ?, ?, ?, 0, '[]', 'Laptop', now())`,
      [randomUUID(), userId, id, publicKey],
    );
}

/** The code that an authenticator app shows now. */
export function totpOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', Buffer.from(secret, 'hex')).update(counter).digest();
  const offset = digest.at(-1)! & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** A user with a second factor, a passkey, another second factor that waits for its confirmation, and a sign-in under way. */
export async function seedUserCredentials(
  api: TestApi,
  { user, organization }: { readonly user: { readonly id: string }; readonly organization: { readonly id: string } },
): Promise<UserFixtures> {
  const [keyring, em] = [api.app.get(Keyring), api.app.get(EntityManager).fork()];
  const [session, passkey] = [randomUUID(), randomUUID()];
  const [totp_secret, second_factor_token, recovery] = [randomBytes(20).toString('hex'), randomUUID(), newCode(16)];
  const encrypted = keyring.encrypt(totp_secret);
  const digest = (purpose: 'recovery-code' | 'second-factor' | 'access-token', secret: string): Buffer =>
    keyring.digest(purpose, secret);
  await em.execute(
    `insert into identity.user_credentials (id, password_hash, password_failures, totp_secret, new_totp_secret, recovery_digests, second_factor_failures, created_at)
     values (?, '$argon2id$v=19$m=19456,t=2,p=1$uIJsXBqZYvcPsYQrrMxmcw$TmnOyp6JlfbBARxpA8sHCvlGLpP+U7WTHPx5heOFwvA', 0, ?, ?, ?, 0, now())`,
    [user.id, encrypted, encrypted, JSON.stringify([digest('recovery-code', recovery).toString('base64url')])],
  );
  await em.execute(`insert into identity.second_factor_attempts values (?, ?, ?, 'password', now() + interval '10 minutes', 5)`, [
    randomUUID(),
    user.id,
    digest('second-factor', second_factor_token),
  ]);
  await em.execute(
    `insert into identity.user_sessions (id, user_id, digest, methods, authenticated_at, expires_at, last_used_at, created_at)
     values (?, ?, ?, '["password"]', now(), now() + interval '30 days', now(), now())`,
    [session, user.id, digest('access-token', newToken('us'))],
  );
  const { baseUrl } = api.app.get(Config);
  const known = new Authenticator(baseUrl);
  await em.execute(
    `insert into identity.passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values (?, ?, ?, ?, 0, '[]', 'Phone', now())`,
    [passkey, user.id, known.id, known.publicKey],
  );
  const newcomer = await seedUser(api);
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: organization.id }, newcomer.id, 'member'));
  const challenge = randomBytes(32).toString('base64url');
  await em.execute(`insert into identity.passkey_challenges values (?, ?, now() + interval '10 minutes')`, [challenge, user.id]);
  const authorization = randomUUID();
  await em.execute(
    `insert into oauth.grants (id, client_id, user_id, scopes, sub_type, organization_ids, created_at, expires_at)
     values (?, 'latchkey_cli', ?, '["openid"]', 'user', null, now(), now() + interval '1 day')`,
    [authorization, user.id],
  );
  return {
    user_email: newcomer.email,
    user_code: await seedUserSignInCode(api, newcomer),
    user_session_id: session,
    second_factor_token,
    recovery_code: recovery,
    totp_secret,
    passkey_id: passkey,
    authorization_id: authorization,
    new_passkey: new Authenticator(baseUrl).create(challenge),
  };
}

export const missingUserIds = (): UserFixtures => ({
  user_email: `${randomUUID()}@example.com`,
  user_code: newCode(10),
  user_session_id: randomUUID(),
  second_factor_token: randomUUID(),
  recovery_code: newCode(16),
  totp_secret: randomBytes(20).toString('hex'),
  passkey_id: randomUUID(),
  authorization_id: randomUUID(),
  new_passkey: new Authenticator('http://127.0.0.1:3000').create('none'),
});
