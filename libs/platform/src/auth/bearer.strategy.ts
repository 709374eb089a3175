import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { REALM } from '#platform/http';
import type { Principal } from './bearer.ts';
import type { CredentialSources } from './credential-sources.ts';

/** What passport gets to see of a request: the header, and who knows the tokens of the application that was asked. */
export interface BearerRequest {
  readonly headers: { readonly authorization?: string };
  readonly sources: CredentialSources;
}

/** There is one passport in a process, and there may be several applications: so the strategy belongs to none of them. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ realm: REALM, passReqToCallback: true });
  }

  async validate({ sources }: BearerRequest, token: string): Promise<Principal | false> {
    return (await sources.identify(token)) ?? false;
  }
}
