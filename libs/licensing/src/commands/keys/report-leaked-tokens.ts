import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { BadRequest, Clock, ResourceNotFound } from '#kernel';
import { IdOfOrganization } from '#organizations/contract';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { isSignedReport, ScanningKeys } from '../../domain/keys/scanning-keys.ts';
import { ReportLeakedKey } from './report-leaked-key.ts';

/** A text that a secret scanning service takes for a license key. */
export interface FoundToken {
  readonly token: string;
  readonly type: string;
  readonly url: string | null;
}

/** What a service reports, and how it is signed. The bytes are read only if there is a key with the identifier. */
export interface SignedReport {
  readonly read: () => Promise<Uint8Array>;
  readonly keyIdentifier: string;
  readonly signature: string;
}

export class ReportSignatureInvalid extends BadRequest {
  constructor() {
    super('The report is not signed by the secret scanning service.');
  }
}

export class ReportInvalid extends BadRequest {
  constructor() {
    super('The body is not a report of the secret scanning service.');
  }
}

/**
 * Texts were found in public that may be license keys of an organization. Returns for each whether it is or was one. Nothing is looked up
 * before the signature is verified.
 */
export class ReportLeakedTokens extends Command<readonly (FoundToken & { readonly isKey: boolean })[]> {
  constructor(
    readonly slug: string,
    readonly report: SignedReport,
  ) {
    super();
  }
}

const MOST = 1_000;

@CommandHandler(ReportLeakedTokens)
export class ReportLeakedTokensHandler implements ICommandHandler<ReportLeakedTokens> {
  constructor(
    private readonly keys: ScanningKeys,
    private readonly licenseKeys: LicenseKeys,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ slug, report }: ReportLeakedTokens) {
    if (!this.keys.areConfigured) throw new ResourceNotFound();
    const pem = await this.keys.find(report.keyIdentifier);
    if (pem === undefined) throw new ReportSignatureInvalid();
    const bytes = await report.read();
    if (!isSignedReport(bytes, report.signature, pem)) throw new ReportSignatureInvalid();
    const found = tokensIn(bytes);
    const organizationId = await this.queries.execute(new IdOfOrganization(slug));
    const results: (FoundToken & { isKey: boolean })[] = [];
    // One after another: what a report has several times is one leak.
    for (const each of found) results.push({ ...each, isKey: await this.report(organizationId, each) });
    return results;
  }

  private async report(organizationId: string, { token, url }: FoundToken): Promise<boolean> {
    const found = await this.licenseKeys.findByString(token, [organizationId]);
    if (!found) return false;
    const hasEnded = found.validUntil !== null && found.validUntil <= this.clock.now(organizationId);
    if (hasEnded) return true;
    const access = { visible: [organizationId], assertCanManage: () => undefined };
    const replaced = found.validUntil === null ? null : token;
    const report = new ReportLeakedKey(access, found.id, { source: 'github', url }, replaced);
    await this.commands.execute(report).catch((error: unknown) => {
      // The string is one of a batch or a pool, and that of no license key yet.
      if (!(error instanceof LicenseKeyNotFound)) throw error;
    });
    return true;
  }
}

const MAX_TEXT = 2_048;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isWebAddress = (value: unknown): value is string => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value);

function tokensIn(bytes: Uint8Array): FoundToken[] {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ReportInvalid();
  }
  if (!Array.isArray(body) || body.length > MOST) throw new ReportInvalid();
  return body.map((each: unknown) => {
    const { token, type, url } = Object(each) as { token?: unknown; type?: unknown; url?: unknown };
    if (!isText(token) || token.includes('\0') || !isText(type)) throw new ReportInvalid();
    return { token, type, url: isWebAddress(url) ? url : null };
  });
}
