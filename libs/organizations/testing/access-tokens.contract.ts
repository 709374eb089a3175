import { ValidationFailed, newId, ResourceNotFound } from '#kernel';
import type { TokenOwner } from '../src/domain/access-token.ts';
import type { AccessTokens, WhichToken } from '../src/domain/access-tokens.ts';
import { anAccessToken } from './access-token.builder.ts';

export interface OpenedAccessTokens {
  readonly tokens: AccessTokens;
  /** Create owners and return their ids. */
  newOrganization(): Promise<string>;
  newUser(): Promise<string>;
  /** The names of the published events about a token. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-01-01T00:00:00Z');

/** The contract of every implementation of the port, for access tokens. */
export function accessTokensContract(storage: string, open: () => Promise<OpenedAccessTokens>): void {
  describe(`access tokens in ${storage}`, () => {
    let opened: OpenedAccessTokens;
    let tokens: AccessTokens;
    let organizationId: string;
    let userId: string;
    beforeAll(async () => {
      opened = await open();
      tokens = opened.tokens;
      [organizationId, userId] = [await opened.newOrganization(), await opened.newUser()];
    });
    afterAll(() => opened.close());

    const stored = async (owner: TokenOwner, lifetime: number | null = null): Promise<string> => {
      const token = anAccessToken().of(owner).with({ lifetime }).build();
      await tokens.add(token);
      return token.id;
    };
    const lookUp = (which: WhichToken) => tokens.change(which, ({ id }) => id);

    test('every field of a token is stored', async () => {
      const token = anAccessToken()
        .of({ userId })
        .with({ comment: 'CI', scopes: ['read', 'write'], lifetime: 1234 })
        .build();
      const all = structuredClone({ ...token });
      await tokens.add(token);
      await tokens.change({ id: token.id, userId }, (found) => {
        expect({ ...structuredClone({ ...found }), digest: Buffer.from(found.snapshot.digest) }).toMatchObject({
          ...all,
          digest: token.snapshot.digest,
        });
      });
    });

    test('a change is visible to the next change, and a rejected change stores nothing', async () => {
      const which = { id: await stored({ organizationId }), organizations: [organizationId] };
      const limits = { within: ['write'], latestExpiry: null };
      await tokens.change(which, (token) => token.change({ comment: 'new', scopes: ['write'], ...limits }, NOW));
      const rejected = tokens.change(which, (token) => token.change({ comment: 'newer', scopes: ['read'], ...limits }, NOW));
      await expect(rejected).rejects.toThrow(ValidationFailed);
      expect(await tokens.change(which, ({ snapshot: { comment, scopes } }) => [comment, scopes])).toEqual(['new', ['write']]);
    });

    test('a token is found only for its owner', async () => {
      const ofOrganization = await stored({ organizationId });
      const personal = await stored({ userId });
      expect(await lookUp({ id: ofOrganization, organizations: [newId(), organizationId] })).toBe(ofOrganization);
      expect(await lookUp({ id: personal, userId })).toBe(personal);
      for (const which of [
        { id: ofOrganization, organizations: [] },
        { id: ofOrganization, organizations: [newId()] },
        { id: ofOrganization, userId },
        { id: personal, userId: newId() },
        { id: personal, organizations: [organizationId, userId] },
        { id: newId(), userId },
      ]) {
        await expect(lookUp(which)).rejects.toThrow(ResourceNotFound);
        await expect(tokens.revoke(which, NOW)).rejects.toThrow(ResourceNotFound);
      }
    });

    test('a revoked token is not found and cannot be revoked again; that of an organization is told', async () => {
      const ofOrganization = { id: await stored({ organizationId }), organizations: [organizationId] };
      await tokens.revoke(ofOrganization, NOW);
      expect(await opened.eventsOf(ofOrganization.id)).toEqual(['access_token.revoked']);
      const which = { id: await stored({ userId }), userId };
      await tokens.revoke(which, NOW);
      expect(await opened.eventsOf(which.id)).toEqual([]);
      await expect(lookUp(which)).rejects.toThrow(ResourceNotFound);
      await expect(tokens.revoke(which, NOW)).rejects.toThrow(ResourceNotFound);
    });

    test('all tokens of a user are revoked together, and no others', async () => {
      const otherId = await opened.newUser();
      const own = [await stored({ userId }), await stored({ userId })];
      const bound = await stored({ userId, providerOrganizationId: organizationId });
      const [ofOther, ofOrganization] = [await stored({ userId: otherId }), await stored({ organizationId })];
      const access = { providerOrganizationId: organizationId, userIds: [userId], until: NOW };
      for (const none of [{ userIds: [otherId] }, { until: new Date(0) }, { providerOrganizationId: newId() }]) {
        await tokens.revokeAll({ ...access, ...none }, NOW);
        expect(await lookUp({ id: bound, userId })).toBe(bound);
      }
      await tokens.revokeAll(access, NOW);
      await expect(lookUp({ id: bound, userId })).rejects.toThrow(ResourceNotFound);
      for (const id of own) expect(await lookUp({ id, userId })).toBe(id);
      await tokens.revokeAll({ userId }, NOW);
      for (const id of own) await expect(lookUp({ id, userId })).rejects.toThrow(ResourceNotFound);
      expect(await lookUp({ id: ofOther, userId: otherId })).toBe(ofOther);
      expect(await lookUp({ id: ofOrganization, organizations: [organizationId] })).toBe(ofOrganization);
      await tokens.revokeAll({ userId }, NOW);
    });
  });
}
