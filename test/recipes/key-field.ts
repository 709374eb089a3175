import { after, create, type Recipe, replace } from './recipe.ts';

const LICENSING = 'libs/licensing';

export const KEY_FIELD: Recipe = {
  title: 'an optional text on a license key, which the seller writes',
  steps: [
    {
      what: 'the [migration](#migrations).',
      edits: [
        create(
          `${LICENSING}/migrations/migration-20270101-0000-license-key-contract.ts`,
          `import { Migration } from '@mikro-orm/migrations';

export class Migration20270101_0000_LicenseKeyContract extends Migration {
  override up(): void {
    this.addSql(\`alter table licensing.license_keys add column contract text;\`);
  }
}
`,
        ),
        after(
          `${LICENSING}/migrations/index.ts`,
          `export { Migration20261120_1100_LicenseKeys } from './migration-20261120-1100-license-keys.ts';\n`,
          `export { Migration20270101_0000_LicenseKeyContract } from './migration-20270101-0000-license-key-contract.ts';\n`,
        ),
      ],
      suite: 'test/architecture/schema-drift.spec.ts',
    },
    {
      what: 'the column. SQL and loading follow from it.',
      edits: [
        after(
          `${LICENSING}/src/adapters/persistence/license-key.mapping.ts`,
          `    notes: p.text().nullable(),\n`,
          `    contract: p.text().nullable(),\n`,
        ),
      ],
    },
    {
      what: 'the field in `SellerRemarks` and `NewRemarks`. A field that follows the benefit is one of `SellerTerms` instead.',
      edits: [
        after(
          `${LICENSING}/src/domain/keys/license-key.types.ts`,
          `  readonly notes?: string;\n`,
          `  readonly contract?: string;\n`,
        ),
        after(
          `${LICENSING}/src/domain/keys/license-key.types.ts`,
          `  readonly notes?: string | null;\n`,
          `  readonly contract?: string | null;\n`,
        ),
      ],
    },
    {
      what: 'the field in `LicenseKeyState`, and its value when the key is issued.',
      edits: [
        after(
          `${LICENSING}/src/domain/keys/license-key-state.ts`,
          `  readonly notes: string | null;\n`,
          `  readonly contract: string | null;\n`,
        ),
        after(
          `${LICENSING}/src/domain/keys/license-key-state.ts`,
          `  notes: attributes.notes ?? null,\n`,
          `  contract: attributes.contract ?? null,\n`,
        ),
      ],
    },
    {
      what: 'the field, its lines in the constructor and in `snapshot`.',
      edits: [
        after(`${LICENSING}/src/domain/keys/license-key.ts`, `  notes: string | null;\n`, `  contract: string | null;\n`),
        after(
          `${LICENSING}/src/domain/keys/license-key.ts`,
          `    this.notes = state.notes;\n`,
          `    this.contract = state.contract;\n`,
        ),
        after(
          `${LICENSING}/src/domain/keys/license-key.ts`,
          `      notes: this.notes ?? undefined,\n`,
          `      contract: this.contract ?? undefined,\n`,
        ),
      ],
    },
    {
      what: 'its line in `stateOf`, and its name among what applications do not load (`PRESENTED_KEY`).',
      edits: [
        after(
          `${LICENSING}/src/adapters/persistence/license-key-records.ts`,
          `  notes: key.notes,\n`,
          `  contract: key.contract,\n`,
        ),
        replace(
          `${LICENSING}/src/adapters/persistence/license-key-records.ts`,
          `'entitlementsRevision', 'metadata', 'notes'] as const`,
          `'entitlementsRevision', 'metadata', 'notes', 'contract'] as const`,
        ),
      ],
    },
    {
      what: 'what `findSnapshot` returns, and what is erased with the customer.',
      edits: [
        replace(
          `${LICENSING}/src/adapters/persistence/license-keys.repository.ts`,
          `'entitlementsRevision', 'metadata', 'notes', 'ordinal', 'renewals'] as const`,
          `'entitlementsRevision', 'metadata', 'notes', 'contract', 'ordinal', 'renewals'] as const`,
        ),
        after(
          `${LICENSING}/src/adapters/persistence/license-keys.repository.ts`,
          `      notes: row.notes ?? undefined,\n`,
          `      contract: row.contract ?? undefined,\n`,
        ),
        replace(
          `${LICENSING}/src/adapters/persistence/license-keys.repository.ts`,
          `.set({ metadata: null, notes: null })`,
          `.set({ metadata: null, notes: null, contract: null })`,
        ),
        replace(
          `${LICENSING}/src/adapters/persistence/license-keys.repository.ts`,
          `(metadata is not null or notes is not null)`,
          `(metadata is not null or notes is not null or contract is not null)`,
        ),
      ],
    },
    {
      what: 'the value of the request.',
      edits: [
        replace(
          `${LICENSING}/src/commands/keys/issue-license-keys.ts`,
          `{ metadata: input.metadata, notes: input.notes }`,
          `{ metadata: input.metadata, notes: input.notes, contract: input.contract }`,
        ),
      ],
    },
    {
      what: 'the field, with its length and description.',
      edits: [
        after(
          `${LICENSING}/src/adapters/http/license-key.dto.ts`,
          `const REMARKS = {\n`,
          `  contract: { text: 'The contract that the license key belongs to. \`null\` or blank removes it.', example: 'C-17' },\n`,
        ),
        after(
          `${LICENSING}/src/adapters/http/license-key.dto.ts`,
          `  notes: optional(blankToNull({ max: 4000 })),\n`,
          `  contract: optional(blankToNull({ max: 255 })),\n`,
        ),
      ],
    },
    {
      what: 'the field in `LicenseKeyView`; in `PortalLicenseKeyView` and `PublicLicenseKeyView` only if customers or applications may see it.',
      edits: [
        after(
          `${LICENSING}/src/queries/license-key.view.ts`,
          `  notes: { text: 'Notes of the seller. Left out if there are none.', example: 'Contract C-17' },\n`,
          `  contract: { text: 'The contract that the license key belongs to. Left out if there is none.', example: 'C-17' },\n`,
        ),
        after(
          `${LICENSING}/src/queries/license-key.view.ts`,
          `    notes: optional(text()),\n`,
          `    contract: optional(text()),\n`,
        ),
      ],
    },
    {
      what: 'its value in the view: left out where the column is null.',
      edits: [
        replace(`${LICENSING}/src/queries/visible-keys.ts`, `  notes,\n}: Pick`, `  notes,\n  contract,\n}: Pick`),
        after(
          `${LICENSING}/src/queries/visible-keys.ts`,
          `  notes: notes ?? undefined,\n`,
          `  contract: contract ?? undefined,\n`,
        ),
      ],
    },
    {
      what: 'the state of a key in the benchmark.',
      edits: [after('bench/baselines/naive-license-keys.ts', `  notes: null,\n`, `  contract: null,\n`)],
    },
  ],
};
