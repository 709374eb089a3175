import { CommandBus } from '@nestjs/cqrs';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { CreateBenefit, CreateProduct, SetProductBenefits } from '#catalog';
import { Access } from '#kernel';
import { CreateOrganization, IssueAccessToken, RegisterUser } from '#organizations';
import { SCOPES } from '#platform/auth';
import { Config } from '#platform/config';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import { SECRET_KEY } from '../data-set.ts';

/** A seller with a license-key product and customers. */
export interface BillingFixture {
  readonly token: string;
  /** The owner's personal access token. */
  readonly ownerToken: string;
  readonly ownerId: string;
  readonly organizationId: string;
  readonly benefitId: string;
  readonly productId: string;
  /** One id per requested customer. */
  readonly customerIds: readonly string[];
}

const CUSTOMERS = `insert into customer_portal.customers (id, organization_id, type, email, email_key, email_verified, metadata, created_at)
  select gen_random_uuid(), $1, 'individual', 'customer-' || n || '@example.com', 'customer-' || n || '@example.com', false, '{}', now()
  from generate_series(1, $2::int) as n returning id`;

/** Creates an organization with a product that grants a license key, and customers without purchases. */
export async function openBillingFixture(databaseUrl: string, customers: number, slug = 'bench'): Promise<BillingFixture> {
  await migrateDatabase(databaseUrl);
  const settings = { config: Config.from({}), databaseUrl, secretKeys: [SECRET_KEY] };
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), { logger: ['error', 'warn'] });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const bus = app.get(CommandBus);
    const ownerId = await bus.execute(new RegisterUser(`${slug}@example.com`));
    const organizationId = await bus.execute(new CreateOrganization({ slug, ownerId, profile: { name: 'Bench' } }));
    const secrets = { comment: 'bench', scopes: SCOPES, within: SCOPES, lifetime: null, latestExpiry: null };
    const { token } = await bus.execute(new IssueAccessToken({ organizationId }, secrets));
    const { token: ownerToken } = await bus.execute(new IssueAccessToken({ userId: ownerId }, secrets));
    const shown = { organizationId, visibility: 'public', metadata: {} } as const;
    const benefitId = await bus.execute(
      new CreateBenefit({
        ...shown,
        type: 'license_keys',
        description: 'A license key',
        properties: { prefix: null, expires: null, activations: null, limitUsage: null },
      }),
    );
    const productId = await bus.execute(
      new CreateProduct({
        ...shown,
        name: 'Bench Pro',
        description: null,
        mediaIds: [],
        customFields: [],
        periods: {},
        prices: [{ currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed', priceAmount: 1000 } }],
      }),
    );
    await bus.execute(new SetProductBenefits(new Access([organizationId], [organizationId], 'products'), productId, [benefitId]));
    const { rows } = await pool.query<{ id: string }>(CUSTOMERS, [organizationId, customers]);
    await pool.query('vacuum (analyze)');
    return { token, ownerToken, ownerId, organizationId, benefitId, productId, customerIds: rows.map(({ id }) => id) };
  } finally {
    await app.close();
    await pool.end();
  }
}
