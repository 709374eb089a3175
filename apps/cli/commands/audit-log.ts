import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { Expose, plainToInstance, Type } from 'class-transformer';
import { IsArray, IsHash, IsInt, IsISO8601, IsUUID, Min, ValidateNested, validateSync } from 'class-validator';
import { type AuditLogReport, VerifyAuditLog } from '#audit';
import { Config } from '#platform/config';
import { CliError } from '../../process/index.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { CliOption } from '../options.ts';
import { withService } from '../with-application.ts';
import { idOfOrganization } from '../with-organization.ts';

class VerifyOptions {
  @CliOption('<slug>', 'Only the audit log of this organization', { optional: true })
  readonly organization?: string;

  @CliOption('<path>', 'File with what --json printed before, which must still be in the log', { optional: true })
  readonly anchors?: string;
}

/** The end of a chain at an earlier time. */
class Anchor {
  @Expose()
  @IsUUID()
  readonly organization_id!: string;

  @Expose()
  @IsISO8601()
  readonly created_at!: string;

  @Expose()
  @IsInt()
  @Min(1)
  readonly position!: number;

  @Expose()
  @IsHash('sha256')
  readonly digest!: string;
}

class AnchorFile {
  @Expose()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Anchor)
  readonly organizations!: readonly Anchor[];
}

async function readAnchors(path: string): Promise<readonly Anchor[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliError(`${path} cannot be read.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new CliError(`${path} is not JSON.`);
  }
  const file = plainToInstance(AnchorFile, json, { excludeExtraneousValues: true });
  if (!(file instanceof AnchorFile) || validateSync(file).length > 0)
    throw new CliError(`${path} is not what \`latchkey audit-log verify --json\` prints.`);
  return file.organizations;
}

const isTrue = ({ faults, isCutOff, hasAnchor }: AuditLogReport): boolean =>
  faults.length === 0 && !isCutOff && hasAnchor !== false;

const shown = (report: AuditLogReport): object => ({
  organization_id: report.organizationId,
  is_true: isTrue(report),
  entries: report.entries,
  without_values: report.withoutValues,
  faults: report.faults.map(({ entryId, fault }) => ({ entry_id: entryId, fault })),
  is_cut_off: report.isCutOff,
  has_anchor: report.hasAnchor,
  created_at: report.head.createdAt,
  position: report.head.position,
  digest: report.head.digest,
});

const FAULTS = {
  changed: 'was changed',
  values_changed: 'has other values',
  missing: 'is gone',
  unlinked: 'has a link that does not follow the one before',
  no_link: 'has no link',
} as const;

function textOf(report: AuditLogReport): string {
  const { organizationId, entries, withoutValues, faults, isCutOff, hasAnchor, head } = report;
  return [
    `Organization ${organizationId}: ${entries} entries, ${withoutValues} of them without values, up to ${head.createdAt}`,
    ...faults.map(({ entryId, fault }) => `  Entry ${entryId} ${FAULTS[fault]}.`),
    ...(isCutOff ? ['  The last links are gone.'] : []),
    ...(hasAnchor === false ? ['  What was published before is not in it.'] : []),
    `  ${head.position} ${head.digest}`,
  ].join('\n');
}

function verify({ organization, anchors }: VerifyOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  return withService(env, async (buses, app) => {
    const published = anchors === undefined ? [] : await readAnchors(anchors);
    const id = organization === undefined ? undefined : await idOfOrganization(buses, organization);
    const heads = published.map(({ organization_id: organizationId, created_at: createdAt, position, digest }) => ({
      organizationId,
      createdAt,
      position,
      digest,
    }));
    const reports = await buses.commands.execute(new VerifyAuditLog(app.get(Config).auditLogDays, id, heads));
    const text = reports.length === 0 ? 'No entries have been linked yet.' : reports.map(textOf).join('\n');
    progress.report({ text, data: { organizations: reports.map(shown) } });
    const wrong = reports.filter((report) => !isTrue(report)).length;
    if (wrong > 0) throw new CliError(`The audit logs of ${wrong} organizations are not what was written.`);
  });
}

/** `latchkey audit-log verify`: changes nothing. */
export const defineAuditLog: Define = (group, terminal) => {
  defineCommand(
    group.command('verify').description('Check that no entry of the audit log was changed, removed or added afterwards'),
    terminal,
    { options: VerifyOptions, run: verify },
  );
};
