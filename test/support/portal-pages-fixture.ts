import type { Browser } from 'playwright-core';
import { NO_SIGN_IN_LIMITS } from './api.ts';
import { launchBrowser, listen, openPage, type WatchedPage } from './browser.ts';
import { type Call, callAs } from './call.ts';
import { eventually } from './eventually.ts';
import { type Message, openMailbox } from './mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from './purchase-fixture.ts';
import { seedArtifact, seedRelease } from './seed-release.ts';
import { seedFile } from './seed-file.ts';
import { seatsOf } from './seat-fixture.ts';

/** A seller whose customers have something on every page of the portal, and a browser. */
export interface PortalPagesFixture extends PurchaseFixture {
  readonly browser: Browser;
  readonly origin: string;
  /** `/portal/acme-…`. */
  readonly base: string;
  /** An individual customer. */
  readonly ada: { readonly id: string; readonly email: string };
  /** The owner of a team. */
  readonly grace: { readonly id: string; readonly email: string };
  /** The address of an invitation to a seat of the team, without the origin. */
  invitation(): Promise<string>;
  /** Opens a window that is signed in by a link. */
  signedIn(customerId: string, options?: Parameters<typeof openPage>[2]): Promise<WatchedPage>;
  /** The last mail to an address, once there is one. */
  mailTo(address: string): Promise<Message>;
}

const DEVICES = ['MacBook Pro 16″', 'Studio iMac', 'Render node 01', 'Render node 02', 'Render node 03', 'Render node 04'];
const DAY_MS = 86_400_000;
/** Rendered every other day, 3,180 in all. */
const MINUTES = [400, 220, 475, 150, 260, 330, 405, 90, 120, 310, 240, 180];
const PORTAL_SETTINGS = {
  usage: { show: true },
  subscription: { update_seats: true, update_plan: true },
  customer: { allow_email_change: true },
};

export async function openPortalPages(): Promise<PortalPagesFixture> {
  const mailbox = await openMailbox();
  const [fixture, browser] = await Promise.all([
    openPurchaseFixture({ ...NO_SIGN_IN_LIMITS, LATCHKEY_DATA: mailbox.folder }),
    launchBrowser(),
  ]);
  const { api, ours, seller } = fixture;
  const origin = await listen(api);
  const base = `/portal/${ours.organization.slug}`;
  const name = { name: 'Acme Studio', customer_portal_settings: PORTAL_SETTINGS };
  await succeed(seller('PATCH', `/v1/organizations/${ours.organization.id}`, name));
  const ada = await fixture.create('/v1/customers/', { email: 'ada@example.com', name: 'Ada Lovelace' });
  const grace = await fixture.create('/v1/customers/', { email: 'grace@example.com', name: 'Northwind', type: 'team' });
  await sell(fixture, ada.id);
  const seats = seatsOf(fixture);
  const team = await seats.subscription(5, [], grace.id);
  await seats.seat(team, { email: 'claire@example.com' });
  await fixture.settled();
  await useKeys(fixture, ada.id);
  let invited = 0;
  return {
    ...fixture,
    browser,
    origin,
    base,
    ada,
    grace: { id: grace.id, email: 'grace@example.com' },
    invitation: async () => {
      const seat = await seats.seat(team, { email: `invited-${++invited}@example.com` });
      return `${base}/seats/claim?invitation_token=${await seats.invitation(seat)}`;
    },
    signedIn: async (customer_id, options) => {
      const { body } = await succeed(
        seller('POST', '/v1/customer-sessions/', { customer_id, ...(await ownerOf(seller, customer_id)) }),
      );
      const watched = await openPage(browser, origin, options);
      await watched.page.goto(new URL(body.customer_portal_url).pathname + new URL(body.customer_portal_url).search);
      await watched.page.waitForURL(({ pathname }) => !pathname.endsWith('/link'));
      return watched;
    },
    mailTo: async (address) => {
      const mails = async () => (await mailbox.messages()).filter(({ to }) => to.includes(address));
      await eventually(async () => (await mails()).length > 0);
      return (await mails()).at(-1)!;
    },
    close: async () => {
      await browser.close();
      await fixture.close();
      await mailbox.remove();
    },
  };
}

async function succeed(call: ReturnType<Call>): ReturnType<Call> {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

/** In a team, its owner signs in. */
async function ownerOf(seller: Call, customerId: string): Promise<{ member_id?: string }> {
  const { body } = await succeed(seller('GET', `/v1/members/?customer_id=${customerId}`));
  const owner = body.items.find(({ role }: { role: string }) => role === 'owner');
  return owner ? { member_id: owner.id } : {};
}

/** A product with a license key, a file and credits, and then a subscription with a license key of limited usage. */
async function sell({ seller, create, product, settled }: PurchaseFixture, customer_id: string): Promise<void> {
  const file = await seedFile(seller, {
    service: 'downloadable',
    name: 'acme-studio-3.2.txt',
    mime_type: 'text/plain',
    version: '3.2',
  });
  const meter = await create('/v1/meters/', {
    name: 'Render minutes',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'minutes' },
  });
  const benefit = async (type: string, description: string, properties: object): Promise<string> =>
    (await create('/v1/benefits/', { type, description, properties })).id;
  const studio = await benefit('license_keys', 'Acme Studio Pro', {
    prefix: 'STUDIO',
    expires: { ttl: 1, timeframe: 'year' },
    activations: { limit: 4, enable_customer_admin: true },
    offline: { lease_seconds: 2_592_000, grace_seconds: 0, max_offline_devices: 2 },
  });
  const files = await benefit('downloadables', 'Installers', { files: [file.id] });
  const credits = await benefit('meter_credit', 'Minutes', { meter_id: meter.id, units: 5_000, rollover: false });
  const render = await benefit('license_keys', 'Acme Render', {
    prefix: 'RENDER',
    activations: { limit: 10, enable_customer_admin: true },
    limit_usage: 5_000,
  });
  const bought = await product({ name: 'Acme Studio Pro', benefits: [studio, files, credits] });
  await release(seller, bought.id);
  await create('/v1/orders/', { product_id: bought.id, customer_id });
  await settled();
  const rented = await product({ name: 'Acme Render', every: 'month', benefits: [render] });
  await create('/v1/subscriptions/', { product_id: rented.id, customer_id });
  const events = MINUTES.map((minutes, index) => ({
    name: 'render',
    customer_id,
    timestamp: new Date(Date.now() - 2 * index * DAY_MS).toISOString(),
    metadata: { minutes },
  }));
  await succeed(seller('POST', '/v1/events/ingest', { events }));
}

/** A stable version for three platforms, and a beta that nobody gets. */
async function release(seller: Call, product_id: string): Promise<void> {
  const notes = { en: 'Exports PDF.\nOpens large files faster.', de: 'Exportiert PDF.\nÖffnet große Dateien schneller.' };
  const windows = { platform: 'windows', architecture: 'x64' };
  const stable = await seedRelease(seller, { product_id, version: '3.2.0', notes }, windows, undefined, 'acme-3.2.0-win-x64.exe');
  const sbom = { kind: 'sbom', describes: stable.artifact_id };
  await seedArtifact(seller, stable.release_id, sbom, undefined, 'acme-3.2.0-win-x64.exe.spdx.json');
  for (const [platform, name] of [
    ['macos', 'acme-3.2.0-arm64.dmg'],
    ['linux', 'acme-3.2.0.AppImage'],
  ] as const)
    await seedArtifact(seller, stable.release_id, { platform }, undefined, name);
  const beta = await seedRelease(seller, { product_id, version: '4.0.0-beta.1', channel: 'beta' });
  for (const { release_id } of [stable, beta]) await succeed(seller('POST', `/v1/releases/${release_id}/publish`));
}

/** Activates devices with the keys, and uses one. */
async function useKeys({ api, ours, seller }: PurchaseFixture, customerId: string): Promise<void> {
  const { body } = await succeed(seller('GET', '/v1/license-keys/?limit=100'));
  const keys = body.items.filter(({ customer_id }: { customer_id: string }) => customer_id === customerId);
  const device = callAs(api);
  for (const { key, limit_usage } of keys) {
    const common = { key, organization_id: ours.organization.id };
    const labels = limit_usage === null ? DEVICES.slice(0, 2) : DEVICES.slice(2);
    for (const [index, label] of labels.entries()) {
      const activation = await succeed(device('POST', '/v1/customer-portal/license-keys/activate', { ...common, label }));
      if (index > 0) continue;
      const use = { activation_id: activation.body.id, ...(limit_usage === null ? {} : { increment_usage: 3_180 }) };
      await succeed(device('POST', '/v1/customer-portal/license-keys/validate', { ...common, ...use }));
    }
  }
}
