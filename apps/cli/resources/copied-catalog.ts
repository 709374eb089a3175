import { CatalogNotCopied, copyCatalog, type LeftOut } from '#support/catalogs';
import { CliError } from '../../process/index.ts';
import { type Connection, senderOf } from '../connection/call-service.ts';
import type { Terminal } from '../terminal.ts';

/** The operation after which a catalog can be copied. */
export const CREATES_SANDBOX = 'organizations.create_sandbox';

const WHY: Readonly<Record<LeftOut['reason'], string>> = {
  secrets: 'it leads to another system',
  files: 'files are not copied',
  customer: 'it names a customer',
};

interface Organization {
  readonly id: string;
  readonly slug: string;
}

/** Copies the catalog of an organization to its new sandbox, and says what was left out. */
export async function copyCatalogTo(
  sandbox: Organization,
  organizationId: string,
  { connection, terminal }: { readonly connection: Connection; readonly terminal: Terminal },
): Promise<void> {
  const side = ({ id, slug }: Organization) => ({
    organization: { id, slug },
    send: senderOf({ ...connection, organization: id }),
  });
  const warn = (sentence: string): void => terminal.warn(`${sentence}\n`);
  try {
    const leftOut = await copyCatalog({
      from: side({ id: organizationId, slug: organizationId }),
      to: side(sandbox),
      progress: (done, of) => done === of && warn(`The catalog was copied to ${sandbox.slug}: ${of} entries.`),
    });
    for (const { section, key, field, reason } of leftOut)
      warn(`Not copied: ${section}.${key}${field === undefined ? '' : `.${field}`} (${WHY[reason]}).`);
  } catch (error) {
    warn(`${sandbox.slug} was created. Its catalog is not complete: \`latchkey catalog pull\` and \`push\` copy it as a file.`);
    throw error instanceof CatalogNotCopied ? new CliError(error.message) : error;
  }
}
