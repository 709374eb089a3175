import { newId, WallClock } from '#kernel';
import type { Grant, Grants } from '../src/domain/grants.ts';
import type { OAuthAccessToken, OAuthAccessTokens } from '../src/domain/oauth-access-tokens.ts';
import type { OAuthClients } from '../src/domain/oauth-clients.ts';
import type { OpenIdKeys } from '../src/domain/openid-keys.ts';
import type { OpenIdState, StateEntry } from '../src/domain/openid-state.ts';

export interface OAuthPorts {
  readonly state: OpenIdState;
  readonly tokens: OAuthAccessTokens;
  readonly clients: OAuthClients;
  readonly grants: Grants;
  readonly keys: OpenIdKeys;
}

export interface OpenedOAuth extends OAuthPorts {
  close(): Promise<void>;
}

const NOW = new Date('2026-11-26T12:00:00.123Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A clock that only the test moves. */
export class TestTime extends WallClock {
  private time = NOW;

  now(): Date {
    return this.time;
  }

  pass(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }

  in(ms: number): Date {
    return new Date(this.time.getTime() + ms);
  }
}

/** The contracts of every implementation of the ports. */
export function oauthContract(storage: string, open: (clock: WallClock) => Promise<OpenedOAuth>): void {
  describe(`oauth in ${storage}`, () => {
    let ports: OpenedOAuth;
    const time = new TestTime();
    beforeAll(async () => {
      ports = await open(time);
    });
    afterAll(() => ports.close());

    const entry = (model: string, more: Record<string, unknown> = {}, lifetime = MINUTE): StateEntry => {
      const id = newId();
      return { model, id, payload: { kind: model, jti: id, ...more }, expiresAt: time.in(lifetime) };
    };
    const saved = async (model: string, more?: Record<string, unknown>, lifetime?: number): Promise<StateEntry> => {
      const made = entry(model, more, lifetime);
      await ports.state.save(made);
      return made;
    };
    const isThere = async ({ model, id }: StateEntry): Promise<boolean> => (await ports.state.find(model, id)) !== undefined;

    const addToken = async (grantId: string, clientId = newId(), lifetime = MINUTE): Promise<OAuthAccessToken> => {
      const token = newId();
      const made = {
        token,
        payload: { jti: token, grantId, clientId },
        grantId,
        clientId,
        userId: newId(),
        scopes: ['openid'],
        organizationIds: [newId()],
        expiresAt: time.in(lifetime),
      };
      await ports.tokens.add(made);
      return made;
    };

    const addGrant = async (more: Partial<Grant> = {}): Promise<Grant> => {
      const grant: Grant = {
        id: newId(),
        clientId: newId(),
        userId: newId(),
        scopes: ['openid', 'license_keys:read'],
        subType: 'user',
        organizationIds: null,
        providerOrganizationId: null,
        authorizedAt: time.now(),
        createdAt: time.now(),
        expiresAt: time.in(DAY),
        ...more,
      };
      await ports.grants.add(grant);
      return grant;
    };

    describe('state', () => {
      test('is found by its model and id until it expires', async () => {
        const made = await saved('Interaction', { params: { scope: 'openid' }, nested: [1, 'ü'] });
        expect(await ports.state.find('Interaction', made.id)).toEqual({ payload: made.payload, consumedAt: null });
        expect(await ports.state.find('Session', made.id)).toBeUndefined();
        expect(await ports.state.find('Interaction', newId())).toBeUndefined();
        time.pass(MINUTE);
        expect(await ports.state.find('Interaction', made.id)).toBeUndefined();
      });

      test('is found by the second secret of its model', async () => {
        const [uid, userCode] = [newId(), newId()];
        const session = await saved('Session', { uid, userCode: newId() });
        const device = await saved('DeviceCode', { userCode });
        expect((await ports.state.findByLookup('Session', uid))?.payload).toEqual(session.payload);
        expect((await ports.state.findByLookup('DeviceCode', userCode))?.payload).toEqual(device.payload);
        expect(await ports.state.findByLookup('DeviceCode', uid)).toBeUndefined();
      });

      test('is replaced when it is saved again, and stays used', async () => {
        const uid = newId();
        const made = await saved('Session', { uid: newId() });
        await ports.state.consume('Session', made.id);
        await ports.state.save({ ...made, payload: { jti: made.id, uid }, expiresAt: time.in(2 * MINUTE) });
        time.pass(MINUTE);
        const found = await ports.state.findByLookup('Session', uid);
        expect(found).toEqual({ payload: { jti: made.id, uid }, consumedAt: time.in(-MINUTE) });
      });

      test('is used once, whoever asks at the same time', async () => {
        const code = await saved('AuthorizationCode');
        const uses = await Promise.all(Array.from({ length: 5 }, () => ports.state.consume('AuthorizationCode', code.id)));
        expect(uses.filter(Boolean)).toHaveLength(1);
        expect((await ports.state.find('AuthorizationCode', code.id))?.consumedAt).toEqual(time.now());
        expect(await ports.state.consume('AuthorizationCode', newId())).toBe(false);
      });

      test('is deleted by its id, and by its grant', async () => {
        const grantId = newId();
        const [code, token, other] = [
          await saved('AuthorizationCode', { grantId }),
          await saved('RefreshToken', { grantId }),
          await saved('RefreshToken', { grantId: newId() }),
        ];
        await ports.state.deleteOfGrant('RefreshToken', grantId);
        expect(await Promise.all([code, token, other].map(isThere))).toEqual([true, false, true]);
        await ports.state.delete('AuthorizationCode', code.id);
        expect(await isThere(code)).toBe(false);
      });

      test('is deleted with tokens and grants when they have expired', async () => {
        time.pass(2 * DAY);
        await ports.state.deleteExpired();
        const grantId = newId();
        await Promise.all([saved('Session'), addToken(grantId), addGrant({ expiresAt: time.in(MINUTE) })]);
        const [session, token, grant] = [
          await saved('Session', {}, DAY),
          await addToken(grantId, newId(), DAY),
          await addGrant(),
        ];
        time.pass(MINUTE);
        expect([await ports.state.deleteExpired(), await ports.state.deleteExpired()]).toEqual([3, 0]);
        expect([await isThere(session), await ports.tokens.find(token.token), await ports.grants.find(grant.id)]).toEqual([
          true,
          token.payload,
          grant,
        ]);
      });
    });

    describe('access tokens', () => {
      test('are found until they expire or are deleted', async () => {
        const grantId = newId();
        const [first, second, third] = [await addToken(grantId), await addToken(grantId), await addToken(newId())];
        const found = () => Promise.all([first, second, third].map(({ token }) => ports.tokens.find(token)));
        expect(await found()).toEqual([first.payload, second.payload, third.payload]);
        await ports.tokens.delete(first.token);
        expect(await found()).toEqual([undefined, second.payload, third.payload]);
        await ports.tokens.deleteOfGrant(grantId);
        expect(await found()).toEqual([undefined, undefined, third.payload]);
        time.pass(MINUTE);
        expect(await found()).toEqual([undefined, undefined, undefined]);
      });
    });

    describe('grants', () => {
      test('are found as they were given', async () => {
        const one = await addGrant({ organizationIds: [newId()], providerOrganizationId: newId(), subType: 'organization' });
        const all = await addGrant();
        expect([await ports.grants.find(one.id), await ports.grants.find(all.id)]).toEqual([one, all]);
        expect(await ports.grants.find(newId())).toBeUndefined();
      });

      test('end with everything that came of them', async () => {
        const grant = await addGrant();
        const rest = [await saved('RefreshToken', { grantId: grant.id }), await saved('Grant', { jti: grant.id })];
        const [token, other] = [await addToken(grant.id), await addToken(newId())];
        await ports.grants.delete(grant.id);
        expect(await ports.grants.find(grant.id)).toBeUndefined();
        expect(await Promise.all(rest.map(isThere))).toEqual([false, false]);
        expect([await ports.tokens.find(token.token), await ports.tokens.find(other.token)]).toEqual([undefined, other.payload]);
      });

      test('are ended only by the user who gave them', async () => {
        const grant = await addGrant();
        const token = await addToken(grant.id);
        expect(await ports.grants.deleteOfUser(grant.id, newId())).toBe(false);
        expect(await ports.tokens.find(token.token)).toEqual(token.payload);
        expect(await ports.grants.deleteOfUser(grant.id, grant.userId)).toBe(true);
        expect(await ports.tokens.find(token.token)).toBeUndefined();
        expect(await ports.grants.deleteOfUser(grant.id, grant.userId)).toBe(false);
      });

      test('of a user end together, and no others', async () => {
        const userId = newId();
        const [one, two, foreign] = [await addGrant({ userId }), await addGrant({ userId }), await addGrant()];
        const [token, other] = [await addToken(two.id), await addToken(foreign.id)];
        const [providerOrganizationId, another] = [newId(), newId()];
        const bound = await addGrant({ userId, providerOrganizationId });
        const access = { providerOrganizationId, userIds: [userId], until: bound.authorizedAt };
        await ports.grants.deleteAll({ ...access, providerOrganizationId: another });
        await ports.grants.deleteAll({ ...access, userIds: [newId()] });
        await ports.grants.deleteAll({ ...access, until: time.in(-1) });
        expect(await ports.grants.find(bound.id)).toEqual(bound);
        await ports.grants.deleteAll(access);
        expect([await ports.grants.find(bound.id), await ports.grants.find(one.id)]).toEqual([undefined, one]);
        await ports.grants.deleteAll({ userId });
        expect([await ports.grants.find(one.id), await ports.grants.find(two.id)]).toEqual([undefined, undefined]);
        expect(await ports.tokens.find(token.token)).toBeUndefined();
        expect([await ports.grants.find(foreign.id), await ports.tokens.find(other.token)]).toEqual([foreign, other.payload]);
        await ports.grants.deleteAll({ userId });
      });
    });

    describe('clients', () => {
      test('are saved, replaced and found with their secrets', async () => {
        const [id, other] = [newId(), newId()];
        const metadata = { client_name: 'Reports', redirect_uris: ['https://app.example/'] };
        await ports.clients.save({ id, metadata, secret: 'first' });
        await ports.clients.save({ id: other, metadata: {}, secret: null });
        expect(await ports.clients.find(id)).toEqual({ id, metadata, secret: 'first' });
        await ports.clients.save({ id, metadata: { client_name: 'Charts' }, secret: 'second' });
        expect(await ports.clients.find(id)).toEqual({ id, metadata: { client_name: 'Charts' }, secret: 'second' });
        expect(await ports.clients.find(other)).toEqual({ id: other, metadata: {}, secret: null });
        for (const unknown of [newId(), 'a\0b', '\ud800']) expect(await ports.clients.find(unknown)).toBeUndefined();
      });

      test('are deleted with everything that users allowed them', async () => {
        const clientId = newId();
        await ports.clients.save({ id: clientId, metadata: {}, secret: null });
        const grant = await addGrant({ clientId });
        const [code, registration] = [await saved('AuthorizationCode', { clientId }), await saved('RegistrationAccessToken')];
        const token = await addToken(grant.id, clientId);
        await ports.clients.delete(clientId);
        expect(await ports.clients.find(clientId)).toBeUndefined();
        expect([await ports.grants.find(grant.id), await ports.tokens.find(token.token)]).toEqual([undefined, undefined]);
        expect([await isThere(code), await isThere(registration)]).toEqual([false, true]);
      });
    });

    test('keys: the first is made, each new one takes over when its time has come, replaced ones are deleted', async () => {
      const states = async () => (await ports.keys.published()).map(({ kid, state }) => [kid, state]);
      const [first] = await ports.keys.published();
      expect(first).toMatchObject({ state: 'current', activeFrom: time.now(), publicJwk: { kty: 'RSA', alg: 'RS256' } });
      expect(first!.privateJwk.n).toBe(first!.publicJwk.n);
      time.pass(MINUTE);
      const second = await ports.keys.rotate(time.in(MINUTE));
      expect(await states()).toEqual([
        [first!.kid, 'current'],
        [second, 'upcoming'],
      ]);
      time.pass(MINUTE);
      const taken = [
        [second, 'current'],
        [first!.kid, 'retired'],
      ];
      expect(await states()).toEqual(taken);
      await ports.keys.deleteReplacedBefore(time.in(-1));
      expect(await states()).toEqual(taken);
      await ports.keys.deleteReplacedBefore(time.now());
      expect(await states()).toEqual([[second, 'current']]);
    });
  });
}
