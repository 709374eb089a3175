import { NO_ORGANIZATION, ValidationFailed, newId } from '#kernel';
import { anAccessToken } from '../../testing/access-token.builder.ts';

const NOW = new Date('2026-01-01T12:00:00Z');

describe('an access token', () => {
  test('belongs to an organization or to a user', () => {
    const id = newId();
    expect(anAccessToken().of({ organizationId: id }).build().snapshot).toMatchObject({ organizationId: id, userId: null });
    expect(anAccessToken().of({ userId: id }).build().snapshot).toMatchObject({ organizationId: null, userId: id });
  });

  test('expires after its lifetime, or never', () => {
    const expiry = (lifetime: number | null) => anAccessToken().with({ lifetime }).build().snapshot.expiresAt;
    expect(expiry(86_400_000)).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(expiry(null)).toBeNull();
  });

  const parentExpiry = new Date('2026-01-02T00:00:00Z');

  test.each([
    ['has no lifetime of its own', null, parentExpiry],
    ['lives shorter', 3_600_000, new Date('2026-01-01T01:00:00Z')],
    ['lives as long', 86_400_000, parentExpiry],
  ])('expires no later than the token that creates it, if it %s', (_what, lifetime, expiresAt) => {
    expect(anAccessToken().with({ lifetime, latestExpiry: parentExpiry }).build().snapshot.expiresAt).toEqual(expiresAt);
  });

  test('cannot be created to outlive the token that creates it', () => {
    const child = anAccessToken().with({ lifetime: 86_400_001, latestExpiry: parentExpiry });
    expect(() => child.build()).toThrow('A token cannot expire later than yours: 2026-01-02T00:00:00.000Z.');
  });

  test('has each scope once', () => {
    expect(
      anAccessToken()
        .with({ scopes: ['read', 'write', 'read'] })
        .build().snapshot.scopes,
    ).toEqual(['read', 'write']);
  });

  test('cannot get scopes that the caller does not have', () => {
    expect(() =>
      anAccessToken()
        .with({ scopes: ['read', 'own'], within: ['read'] })
        .build(),
    ).toThrow(ValidationFailed);
    const token = anAccessToken().with({ comment: 'CI' }).build();
    expect(() => token.change({ comment: 'mine', scopes: ['own'], within: ['read', 'write'], latestExpiry: null }, NOW)).toThrow(
      ValidationFailed,
    );
    expect([token.snapshot.comment, token.snapshot.scopes]).toEqual(['CI', ['read']]);
  });

  test('keeps scopes beyond those of a caller who changes only the comment', () => {
    const token = anAccessToken().build();
    token.change({ comment: 'renamed', within: [], latestExpiry: parentExpiry }, NOW);
    expect([token.snapshot.comment, token.snapshot.scopes]).toEqual(['renamed', ['read']]);
  });

  test('gets more scopes only from a token that expires no earlier, and fewer from any', () => {
    const widen = { scopes: ['read', 'write'], within: ['read', 'write'], latestExpiry: parentExpiry };
    const lasting = anAccessToken().build();
    expect(() => lasting.change(widen, NOW)).toThrow(
      new RegExp('cannot be added to a token that expires later than yours: 2026-01-02T00:00:00.000Z'),
    );
    expect(lasting.snapshot.scopes).toEqual(['read']);
    lasting.change({ ...widen, scopes: [] }, NOW);
    expect(lasting.snapshot.scopes).toEqual([]);
    const ending = anAccessToken().with({ lifetime: 86_400_000 }).build();
    ending.change(widen, NOW);
    expect(ending.snapshot.scopes).toEqual(['read', 'write']);
  });

  test('is reported when a user makes it or gives it more scopes, without its text', () => {
    const [userId, by] = [newId(), { userId: newId(), address: '203.0.113.7' }];
    const token = anAccessToken().of({ userId }).with({ by, lifetime: 86_400_000 }).build();
    const limits = { within: ['read', 'write'], latestExpiry: null, by };
    token.change({ ...limits, comment: 'CI', scopes: ['write'] }, NOW);
    token.change({ ...limits, scopes: [] }, NOW);
    const of = { expires_at: '2026-01-02T00:00:00.000Z', user_id: by.userId, address: by.address };
    const events = token.pullEvents();
    expect(events.map(({ payload }) => payload)).toEqual([
      { change: 'created', comment: 'test', scopes: ['read'], ...of },
      { change: 'widened', comment: 'CI', scopes: ['write'], ...of },
    ]);
    expect(new Set(events.map(({ organizationId }) => organizationId))).toEqual(new Set([NO_ORGANIZATION]));
    expect(anAccessToken().build().pullEvents()).toEqual([]);
  });
});
