import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { BearerStrategy } from './bearer-guard.ts';
import { CredentialSources } from './credential-sources.ts';

@Global()
@Module({
  imports: [PassportModule],
  providers: [BearerStrategy, CredentialSources],
  exports: [CredentialSources],
})
export class AuthModule {}
