import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { newToken } from '#engine/secrets';
import { leastHeapGrowth } from '../../../../test/support/heap-growth.ts';
import { AuthModule } from './auth.module.ts';
import { BearerGuard } from './bearer-guard.ts';
import { CredentialSources } from './credential-sources.ts';
import type { Principal } from './principal.ts';
import { SellerPrincipal } from './seller-principal.ts';

const OWNER = new SellerPrincipal({
  kind: 'organization',
  id: 'acme',
  tokenId: 'token',
  tokenExpiresAt: null,
  scopes: [],
  authorizedAt: new Date(0),
  memberships: [
    { organizationId: 'acme', role: 'owner', blocked: false, ssoEnforced: false, credentialsEndedAt: null, isSandbox: false },
  ],
});

class Guard extends BearerGuard {
  protected override acceptedKinds(): readonly ['oat'] {
    return ['oat'];
  }

  protected override authorize(principal: Principal): Principal {
    return principal;
  }
}

async function guardOf(): Promise<Guard> {
  const app = await NestFactory.createApplicationContext(AuthModule, { logger: false });
  const sources = app.get(CredentialSources);
  sources.register('oat', { identify: async () => OWNER, problems: undefined as never });
  return new Guard(new Reflector(), sources);
}

const received = (request: object): ExecutionContext => ({ getArgByIndex: () => request }) as unknown as ExecutionContext;

test('a collection of the young generation frees requests that were authenticated', async () => {
  const [requests, numbers, bytes] = [500, 2_500, 8];
  const guard = await guardOf();
  const authorization = `Bearer ${newToken('oat')}`;
  const authenticate = async (): Promise<void> => {
    for (let n = 0; n < requests; n++) {
      const body = Array.from({ length: numbers }, (_, index) => index + n);
      await guard.canActivate(received({ headers: { authorization }, requestContext: {}, body }));
    }
  };
  const half = (requests * numbers * bytes) / 2;
  expect(await leastHeapGrowth(authenticate, half)).toBeLessThan(half);
});
