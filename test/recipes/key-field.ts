import { after, create, type Recipe } from './recipe.ts';

const LICENSING = 'libs/licensing';

export const KEY_FIELD: Recipe = {
  title: 'an optional text on a license key, which the seller writes',
  rules:
    'What a seller writes is about people. As a `remark`, it is erased with the customer, and neither events nor the audit log have it; ' +
    'who wants it there says so in the declaration of the field.',
  steps: [
    {
      what: 'the [migration](#migrations).',
      edits: [
        create(
          `${LICENSING}/migrations/migration-20270101-0000-license-key-contact.ts`,
          `import { Migration } from '@mikro-orm/migrations';

export class Migration20270101_0000_LicenseKeyContact extends Migration {
  override up(): void {
    this.addSql(\`alter table licensing.license_keys add column contact text;\`);
  }
}
`,
        ),
        after(
          `${LICENSING}/migrations/index.ts`,
          `export { Migration20261123_1400_ReservedHistories } from './migration-20261123-1400-reserved-histories.ts';\n`,
          `export { Migration20270101_0000_LicenseKeyContact } from './migration-20270101-0000-license-key-contact.ts';\n`,
        ),
      ],
      suite: 'test/architecture/schema-drift.spec.ts',
    },
    {
      what: 'the column.',
      edits: [
        after(
          `${LICENSING}/src/adapters/persistence/license-key.mapping.ts`,
          `    notes: p.text().nullable(),\n`,
          `    contact: p.text().nullable(),\n`,
        ),
      ],
    },
    {
      what: 'the field. State, loading, storing, snapshot, events, audit log and erasure follow from it. A field that follows the benefit is one of `SellerTerms` as well.',
      edits: [
        after(
          `${LICENSING}/src/domain/keys/license-key-fields.ts`,
          `  notes: field<string | null>().in('remark', 'audit'),\n`,
          `  contact: field<string | null>().in('remark'),\n`,
        ),
      ],
    },
    {
      what: 'the field of requests, with its length and description.',
      edits: [
        after(
          `${LICENSING}/src/adapters/http/license-key.dto.ts`,
          `const REMARKS = {\n`,
          `  contact: { text: 'Whom you ask about the license key. \`null\` or blank removes it.', example: 'Jane Doe, +1 555 0100' },\n`,
        ),
        after(
          `${LICENSING}/src/adapters/http/license-key.dto.ts`,
          `  notes: optional(blankToNull({ max: 4000 })),\n`,
          `  contact: optional(blankToNull({ max: 255 })),\n`,
        ),
      ],
    },
    {
      what: 'the field of `LicenseKeyView`; of `PortalLicenseKeyView` and `PublicLicenseKeyView` only if customers or applications may see it.',
      suite: 'libs/licensing/testing/remarks.spec.ts',
      edits: [
        after(
          `${LICENSING}/src/queries/license-key.view.ts`,
          `  notes: { text: 'Notes of the seller. Left out if there are none.', example: 'Contract C-17' },\n`,
          `  contact: { text: 'Whom the seller asks. Left out if there is nobody.', example: 'Jane Doe, +1 555 0100' },\n`,
        ),
        after(
          `${LICENSING}/src/queries/license-key.view.ts`,
          `    notes: optional(text()),\n`,
          `    contact: optional(text()),\n`,
        ),
      ],
    },
  ],
};
