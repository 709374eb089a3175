import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateBenefit } from '#catalog';
import { CreateCustomer } from '#customer-portal';
import { Clock } from '#kernel';
import { RegisterUser } from '#organizations';
import { Config } from '#platform/config';
import type { Demo } from './demo.ts';
import { makeApplication } from './make-application.ts';
import { makeDownloads } from './make-downloads.ts';
import { makeHistory } from './make-history.ts';
import { makeLicenseKeys } from './make-license-keys.ts';
import { withPassword } from './make-owner.ts';
import { makeOrganization } from './make-organization.ts';
import { makeProducts } from './make-products.ts';
import { makePurchase } from './make-purchase.ts';
import { makeSeats } from './make-seats.ts';
import { makeTokens } from './make-tokens.ts';
import { makeUsage } from './make-usage.ts';
import { openSessions } from './open-sessions.ts';

const OWNER = 'owner@example.com';
const CUSTOMER = { external_id: 'user-1', email: 'ada@example.com' };
const ACTIVATIONS = 1000;

/**
 * Creates an organization with products of every kind, a customer with a purchase, and a license key in every state. Each call
 * creates another one. Messaging has to be running.
 */
export async function makeDemo(app: INestApplicationContext, stop: AbortSignal): Promise<Omit<Demo, 'base_url'>> {
  const [commands, queries] = [app.get(CommandBus), app.get(QueryBus)];
  const ownerId = await commands.execute(new RegisterUser(OWNER));
  const organization = await makeOrganization(commands, { name: 'Acme', ownerId });
  const other = await makeOrganization(commands, {
    name: 'Globex',
    ownerId: await commands.execute(new RegisterUser('owner@globex.example.com')),
  });
  const organizationId = organization.id;
  const customerId = await commands.execute(
    new CreateCustomer({
      organizationId,
      type: 'individual',
      externalId: CUSTOMER.external_id,
      email: CUSTOMER.email,
      name: 'Ada',
    }),
  );
  const benefitId = await commands.execute(
    new CreateBenefit({
      organizationId,
      type: 'license_keys',
      description: 'License for Acme Studio',
      visibility: 'public',
      metadata: {},
      properties: {
        prefix: 'ACME',
        expires: null,
        activations: { limit: ACTIVATIONS, enableCustomerAdmin: true },
        limitUsage: null,
      },
    }),
  );
  const customer = { id: customerId, ...CUSTOMER };
  const downloads = await makeDownloads(commands, organizationId);
  const products = await makeProducts(commands, { organizationId, benefitId, downloadsId: downloads.benefit_id });
  const productId = products.benefit_product_id;
  const owners = {
    organization,
    owner: await withPassword(commands, { id: ownerId, email: OWNER }),
    other_organization: { id: other.id },
  };
  const { tokens, tokens_expire_at } = await makeTokens(commands, app.get(Clock), owners);
  const demo = {
    ...owners,
    tokens: { ...tokens, ...(await openSessions(commands, { organization, customer })) },
    tokens_expire_at,
    oidc: await makeApplication(commands, app.get(Config).baseUrl),
    customer,
    benefit: { id: benefitId },
    downloads,
    license_keys: await makeLicenseKeys(commands, { organizationId, customerId, benefitId }),
    products,
    customer_meters: await makeUsage(commands, queries, { organizationId, customer }),
    purchase: await makePurchase(commands, queries, { organizationId, customerId, productId }, stop),
    seats: await makeSeats(commands, queries, { organizationId, productId: products.seat_based_id }),
  };
  await makeHistory(app, { organizationId, oneTimeId: products.one_time_id, recurringId: products.recurring_id });
  return demo;
}
