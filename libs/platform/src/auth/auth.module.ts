import { Global, Module } from '@nestjs/common';
import { CredentialSources } from './credential-sources.ts';

@Global()
@Module({
  providers: [CredentialSources],
  exports: [CredentialSources],
})
export class AuthModule {}
