import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { REALM } from '#platform/http';
import type { Principal } from './principal.ts';
import type { CredentialSources } from './credential-sources.ts';

/** The request as passport sees it: the header, and the credential sources of the application that received it. */
export interface BearerRequest {
  readonly headers: { readonly authorization?: string };
  readonly sources: CredentialSources;
}

/** Passport is a singleton of the process, which may run several applications, so the sources come with each request. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ realm: REALM, passReqToCallback: true });
  }

  async validate({ sources }: BearerRequest, token: string): Promise<Principal | false> {
    return (await sources.identify(token)) ?? false;
  }
}
