import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { Caller } from './caller.ts';
import { CredentialSources } from './credential-sources.ts';

export const REALM = 'latchkey';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly sources: CredentialSources) {
    super({ realm: REALM });
  }

  async validate(token: string): Promise<Caller | false> {
    return (await this.sources.identify(token)) ?? false;
  }
}
