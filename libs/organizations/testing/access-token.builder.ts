import { createHash } from 'node:crypto';
import { newId } from '#kernel';
import { AccessToken, type NewAccessToken, type TokenOwner } from '../src/domain/access-token.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

/** `anAccessToken().of({ userId }).with({ comment: 'CI' }).build()` */
export class AccessTokenBuilder {
  private owner: TokenOwner = { organizationId: newId() };
  private attributes: NewAccessToken = {
    comment: 'test',
    scopes: ['read'],
    within: ['read', 'write'],
    lifetime: null,
    latestExpiry: null,
  };

  of(owner: TokenOwner): this {
    this.owner = owner;
    return this;
  }

  with(some: Partial<NewAccessToken>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }

  build(): AccessToken {
    return AccessToken.create(this.owner, createHash('sha256').update(newId()).digest(), this.attributes, CREATED_AT);
  }
}

export const anAccessToken = (): AccessTokenBuilder => new AccessTokenBuilder();
