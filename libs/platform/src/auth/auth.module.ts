import { Global, Module } from '@nestjs/common';
import { BearerStrategy } from './bearer-guard.ts';
import { CredentialSources } from './credential-sources.ts';

@Global()
@Module({
  providers: [BearerStrategy, CredentialSources],
  exports: [CredentialSources],
})
export class AuthModule {}
