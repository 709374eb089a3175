import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { RegisterUser } from '#organizations';
import { Keyring, newCode, newToken } from '#platform/secrets';
import type { TestApi } from './api.ts';
import { noteSecret } from './logged-secrets.ts';

/** A user who belongs to no organization. */
export async function seedUser(api: TestApi): Promise<{ readonly id: string; readonly email: string }> {
  const email = `user-${randomUUID()}@example.com`;
  return { id: await api.app.get(CommandBus).execute(new RegisterUser(email)), email };
}

/** Opens a session for a user, as if they had signed in, `minutesAgo`. */
export async function seedUserSession(api: TestApi, userId: string, minutesAgo = 0): Promise<string> {
  const token = newToken('us');
  noteSecret(token);
  const statement = `insert into identity.user_sessions
      (id, user_id, digest, methods, authenticated_at, expires_at, last_used_at, created_at)
    select ?, ?, ?, '["email_code"]', at, at + interval '30 days', now(), at from (select now() - make_interval(mins => ?)) as t (at)`;
  const digest = api.app.get(Keyring).digest('access-token', token);
  await api.app.get(EntityManager).fork().execute(statement, [randomUUID(), userId, digest, minutesAgo]);
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
