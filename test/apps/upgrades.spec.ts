import { randomUUID } from 'node:crypto';
import { databaseBefore } from '../support/database-before.ts';

let database: Awaited<ReturnType<typeof databaseBefore>>;
afterEach(() => database.drop());

test('files created before paths were stored keep the path that the API returned', async () => {
  database = await databaseBefore('Migration20261121_0900_FilePaths');
  const [id, organization] = [randomUUID(), randomUUID()];
  await database.run(
    `insert into catalog.files (id, organization_id, service, name, mime_type, size, parts, created_at, deleted_at)
      values (?, ?, 'product_media', 'Our Logo.png', 'image/png', 1, '[]', now(), now())`,
    id,
    organization,
  );
  await database.upgrade();
  expect(await database.run('select path from catalog.files')).toEqual([
    { path: `product_media/${organization}/${id}/Our Logo.png` },
  ]);
});

test('grace periods that are too long for a date become the maximum', async () => {
  database = await databaseBefore('Migration20261121_1110_GracePeriods');
  const createOrganization = async (days: number): Promise<string> => {
    const id = randomUUID();
    await database.run(
      `insert into organizations.organizations select * from jsonb_populate_record(null::organizations.organizations, ?::jsonb)`,
      JSON.stringify({
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
      }),
    );
    return id;
  };
  const [endless, short] = [await createOrganization(2_147_483_647), await createOrganization(7)];
  await database.upgrade();
  const settings = async (id: string) =>
    (await database.run(`select subscription_settings from organizations.organizations where id = ?`, id))[0];
  expect(await settings(endless)).toEqual({
    subscription_settings: { allow_multiple_subscriptions: true, benefit_revocation_grace_period: 3650, dunning_days: 30 },
  });
  expect(await settings(short)).toMatchObject({ subscription_settings: { benefit_revocation_grace_period: 7 } });
});
