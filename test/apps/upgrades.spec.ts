import { randomUUID } from 'node:crypto';
import { databaseBefore } from '../support/database-before.ts';

const [FILE, ORGANIZATION, ENDLESS, SHORT, GRANT] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];

/** An organization with a grace period that could be set before there was a maximum. */
const organization = (id: string, days: number) => ({
  id,
  slug: id,
  account_id: id,
  next_review_threshold: 0,
  name: 'Acme',
  socials: [],
  embed_hosts: [],
  default_presentment_currency: 'usd',
  default_tax_behavior: 'location',
  subscription_settings: { allow_multiple_subscriptions: true, benefit_revocation_grace_period: days },
  customer_email_settings: {},
  customer_portal_settings: {},
  feature_settings: {},
  seat_based_pricing: true,
  dispute_settings: {},
  status: 'active',
  capabilities: {},
  created_at: '2026-11-21',
});

let database: Awaited<ReturnType<typeof databaseBefore>>;
beforeAll(async () => {
  database = await databaseBefore('Migration20261121_0900_FilePaths');
  await database.run(
    `insert into catalog.files (id, organization_id, service, name, mime_type, size, parts, created_at, deleted_at)
      values (?, ?, 'product_media', 'Our Logo.png', 'image/png', 1, '[]', now(), now())`,
    FILE,
    ORGANIZATION,
  );
  await database.run(
    `insert into entitlements.benefit_grants (organization_id, id, customer_id, order_id, benefit_id, properties, granted_at, revision,
      state_revision, created_at) values (?, ?, ?, ?, ?, '{}', now(), 1, 1, now())`,
    ORGANIZATION,
    GRANT,
    GRANT,
    GRANT,
    GRANT,
  );
  for (const row of [organization(ENDLESS, 2_147_483_647), organization(SHORT, 7)])
    await database.run(
      `insert into organizations.organizations select * from jsonb_populate_record(null::organizations.organizations, ?::jsonb)`,
      JSON.stringify(row),
    );
  await database.upgrade();
});
afterAll(() => database.drop());

test('files created before paths were stored keep the path that the API returned', async () => {
  expect(await database.run('select path from catalog.files')).toEqual([
    { path: `product_media/${ORGANIZATION}/${FILE}/Our Logo.png` },
  ]);
});

test('grace periods that are too long for a date become the maximum', async () => {
  const settings = async (id: string) =>
    (await database.run(`select subscription_settings from organizations.organizations where id = ?`, id))[0];
  expect(await settings(ENDLESS)).toEqual({
    subscription_settings: { allow_multiple_subscriptions: true, benefit_revocation_grace_period: 3650, dunning_days: 30 },
  });
  expect(await settings(SHORT)).toMatchObject({ subscription_settings: { benefit_revocation_grace_period: 7 } });
});

test('grants from before grants waited for their license keys wait for none', async () => {
  expect(
    await database.run('select id from entitlements.benefit_grants where granted_at is not null and not brings_license_key'),
  ).toEqual([{ id: GRANT }]);
});
