import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ResourceNotFound } from '#kernel';
import {
  BodyBytes,
  type Bytes,
  type CountedFailures,
  CurrentExchange,
  type Exchange,
  Intercepted,
  NotIdempotent,
  Responses,
  TakesBytes,
} from '#platform/http';
import { ReportLeakedTokens, ReportSignatureInvalid } from '../../../commands/keys/report-leaked-tokens.ts';

const LARGEST = 1024 * 1024;
const UNSIGNED_REPORTS = {
  quota: 'keyFailures',
  name: 'unsigned reports of leaks',
  isFailure: (error) => error instanceof ReportSignatureInvalid || error instanceof ResourceNotFound,
  attemptOf: () => ({ within: 'reports of leaks' }),
} as const satisfies CountedFailures;

/**
 * The endpoint of a partner of GitHub's secret scanning. It is not in the document, because it is described by GitHub
 * (https://docs.github.com/code-security/secret-scanning/secret-scanning-partner-program). The signature is the credential.
 */
@ApiExcludeController()
@Controller('compat/:slug/github/secret-scanning')
export class GithubSecretScanningController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @HttpCode(200)
  @NotIdempotent('GitHub sends none. What was reported before is reported again.')
  @Intercepted({ failures: UNSIGNED_REPORTS })
  @TakesBytes(LARGEST)
  @Responses({ summary: 'Report license keys that leaked', ok: { status: 200, view: null } })
  async report(@BodyBytes() bytes: Bytes, @CurrentExchange() { request }: Exchange): Promise<object[]> {
    const { slug } = request.params as { readonly slug: string };
    const report = {
      read: () => allOf(bytes),
      keyIdentifier: String(request.headers['github-public-key-identifier'] ?? ''),
      signature: String(request.headers['github-public-key-signature'] ?? ''),
    };
    const found = await this.commands.execute(new ReportLeakedTokens(slug, report));
    return found.map(({ token, type, isKey }) => ({
      token_raw: token,
      token_type: type,
      label: isKey ? 'true_positive' : 'false_positive',
    }));
  }
}

async function allOf(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
