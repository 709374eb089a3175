import { after, before, type Recipe, replace } from './recipe.ts';

const QUERIES = 'libs/licensing/src/queries';

export const VERSION: Recipe = {
  title: 'a version of the API',
  rules:
    'It is a change of views: fields that they have from then on, and the query that reads them for all objects of a response. It is applied where responses are written; domain, commands and queries know of no version.',
  steps: [
    {
      what: 'its name, which makes requests, documents, samples and endpoints of webhooks accept it.',
      edits: [replace('libs/support/src/api-versions/api-version.ts', `'2027-01'] as const`, `'2027-01', '2027-10'] as const`)],
    },
    {
      what: 'the change: `since(version, fields, read)`, and the query that `read` makes.',
      edits: [
        before(
          `${QUERIES}/license-key-changes.ts`,
          '/** Wherever a license key is shown. */',
          `/** The numbers of activations, in the order of the keys. */
export class CountActivationsOfKeys extends Query<readonly { activation_count: number }[]> {
  constructor(readonly keys: readonly NamedKey[]) {
    super();
  }
}

export const SHOWS_ACTIVATION_COUNT = since(
  '2027-10',
  describeFields({ activation_count: integer({ ge: 0 }) }, { activation_count: 'The number of activations.' }),
  (keys: readonly NamedKey[]) => new CountActivationsOfKeys(keys),
);

`,
        ),
        replace(
          `${QUERIES}/license-key-changes.ts`,
          'import { describeFields, type Infer, nullable',
          'import { describeFields, type Infer, integer, nullable',
        ),
      ],
    },
    {
      what: 'the handler of the query, which takes one statement for all of them.',
      edits: [
        before(
          `${QUERIES}/find-parts-of-keys.ts`,
          '@QueryHandler(FindPurchasesOfKeys)',
          `@QueryHandler(CountActivationsOfKeys)
export class CountActivationsOfKeysHandler implements IQueryHandler<CountActivationsOfKeys> {
  constructor(private readonly em: EntityManager) {}

  async execute({ keys }: CountActivationsOfKeys): Promise<readonly { activation_count: number }[]> {
    const rows = await keysOf(this.em, keys).select(['id', 'activation_count']).execute();
    const counts = new Map(rows.map(({ id, activation_count }) => [id, activation_count]));
    return keys.map(({ id }) => ({ activation_count: counts.get(id) ?? 0 }));
  }
}

`,
        ),
        before(`${QUERIES}/find-parts-of-keys.ts`, '  FindMembersOfKeys,\n', '  CountActivationsOfKeys,\n'),
      ],
    },
    {
      what: 'its line in the index, which registers the handler.',
      edits: [
        replace(
          `${QUERIES}/index.ts`,
          'export { FindMembersOfKeysHandler, ',
          'export { CountActivationsOfKeysHandler, FindMembersOfKeysHandler, ',
        ),
      ],
    },
    {
      what: 'the views that show it list the change. `npm run compatibility` compares them with the types of the public client, and writes the table.',
      edits: [
        after(`${QUERIES}/license-key.view.ts`, `  'LicenseKeyRead',\n  LICENSE_KEY,\n  [`, 'SHOWS_ACTIVATION_COUNT, '),
        replace(`${QUERIES}/license-key.view.ts`, 'import { SHOWS_MEMBER,', 'import { SHOWS_ACTIVATION_COUNT, SHOWS_MEMBER,'),
      ],
      suite: 'scripts/compatibility.mjs',
    },
  ],
};
