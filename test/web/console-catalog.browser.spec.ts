import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { eventually } from '../support/eventually.ts';
import { type ListedPage, problemsInEveryLook, problemsOfPages } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedProduct } from '../support/seed-product.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const RICH = {
  prefix: 'ACME',
  expires: { ttl: 1, timeframe: 'year' },
  activations: {
    limit: 3,
    enableCustomerAdmin: true,
    mode: 'floating',
    checkoutSeconds: 1800,
    overdraft: 1,
    processes: { perDevice: 4 },
  },
  offline: {
    leaseSeconds: 604_800,
    graceSeconds: 86_400,
    maxOfflineDevices: 2,
    held: 'until_renewal_is_due',
    moves: { limit: 5, periodDays: 60 },
  },
  keyFormat: { alphabet: '0123456789ABCDEF', groups: 8, groupLength: 4, check: 'none', acceptsTypedInput: true },
  policy: {
    checkIn: { everyDays: 30 },
    devices: { match: { atLeast: 3 }, classes: [{ class: 'desktop', limit: 2 }] },
    alerts: { devicesPerDay: 5 },
    refusalNotices: { mails: { customer: true, seller: false } },
  },
} as const satisfies Parameters<typeof seedBenefit>[2];

let fixture: PurchaseFixture;
let browser: Browser;
let origin: string;
let session: ConsoleSession;
let slug: string;
let product: { readonly id: string };
let benefit: { readonly id: string };
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const { api, ours } = fixture;
  slug = ours.organization.slug;
  benefit = await seedBenefit(api, ours.organization.id, RICH);
  product = await seedProduct(api, ours.organization.id, { name: 'Desktop app', benefits: [benefit.id] });
  await seedProduct(api, ours.organization.id, { name: 'Cloud, monthly', every: 'month', trial: { unit: 'day', count: 14 } });
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const at = (path: string): string => `/console/${slug}/${path}`;

const pages = (): readonly ListedPage[] => [
  ['products', at('products'), 'Products'],
  ['product-new', at('products/new'), 'New product'],
  ['product', at(`products/${product.id}`), 'Desktop app'],
  ['benefits', at('benefits'), 'Benefits'],
  ['benefit-new', at('benefits/new'), 'New benefit'],
  ['benefit', at(`benefits/${benefit.id}`), 'A license key'],
  ['keys-import', at('keys/import'), 'Import license keys'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(await problemsOfPages(await session.newWindow(), 'console', pages())).toEqual([]);
});

test('products are found by text and kind, which the address keeps', async () => {
  const { page, problems } = await session.signedIn(at('products'));
  await page.getByText('2 products').first().waitFor();
  await page.getByText('per month').waitFor();
  await page.getByLabel('Search products').fill('deskt');
  await page.getByText('1 product').first().waitFor();
  await page.waitForURL(/query=deskt/);
  await page.reload();
  await page.getByRole('link', { name: 'Desktop app' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  const [columns, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect([columns!.split(',').includes('name'), rows.length]).toEqual([true, 1]);
  await page.getByRole('radio', { name: 'Archived' }).click();
  await page.getByText('No product matches').waitFor();
  await page.getByRole('button', { name: 'Show current products' }).click();
  await page.getByText('2 products').first().waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('keys that were made elsewhere are kept in a pool: created, filled, corrected and deleted on the page of the benefit', async () => {
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id);
  const { page, problems } = await session.signedIn(at(`benefits/${id}`));
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await press('Create a pool');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Publisher, batch 7');
  await page.getByLabel('Few keys are left at').fill('many');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a pool' }).click();
  await page.getByText('A whole number from 0 to 100,000.').waitFor();
  await page.getByLabel('Few keys are left at').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a pool' }).click();
  await page.getByText('Empty', { exact: true }).waitFor();

  await press('Add keys');
  await page.getByLabel('Keys', { exact: true }).fill('PUBLISHER-7F3K-92QX-0001\n\n PUBLISHER-7F3K-92QX-0002 \n');
  await page.getByRole('dialog').getByRole('button', { name: 'Add keys' }).click();
  await page.getByRole('row', { name: /92QX-0002|QX0002|-0002/ }).waitFor();
  expect(await problemsInEveryLook(page, (look) => `console-key-pool-${look}`)).toEqual([]);
  const pool = async () => (await fixture.seller('GET', `/v1/license-key-pools/?benefit_id=${id}`)).body.items[0];
  expect(await pool()).toMatchObject({ name: 'Publisher, batch 7', low_threshold: 1, available: 2 });

  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Few left', { exact: true }).waitFor();
  await press('Delete the pool');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the pool' }).click();
  await page.getByRole('button', { name: 'Create a pool', exact: true }).waitFor();
  expect(await pool()).toBeUndefined();
  expect(problems).toEqual([]);
  await page.close();
});

test('a product is written with prices, a wrong amount is refused in words', async () => {
  const { page, problems } = await session.signedIn(at('products'));
  await page.getByRole('link', { name: 'New product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Team edition');
  await page.getByRole('button', { name: /Is paid/ }).click();
  await page.getByRole('option', { name: 'Months' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('lots');
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByText('Enter an amount, such as 29.00.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Amount', { exact: true }).fill('0.1');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').first().waitFor();
  await page.getByLabel('Amount', { exact: true }).fill('29,50');
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByRole('textbox', { name: 'Name of metadata 1' }).fill('slug');
  await page.getByRole('textbox', { name: 'Value of metadata 1' }).fill('team');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Team edition' }).waitFor();
  await page.getByText('US$29.50').first().waitFor();
  const id = page.url().split('/').at(-1)!;
  const { body } = await fixture.seller('GET', `/v1/products/${id}`);
  expect(body).toMatchObject({
    recurring_interval: 'month',
    recurring_interval_count: 1,
    metadata: { slug: 'team' },
    prices: [{ amount_type: 'fixed', price_amount: 2950, price_currency: 'usd' }],
  });

  await page.getByRole('button', { name: 'Replace US$29.50' }).click();
  await page.getByRole('button', { name: /Kind of price/ }).click();
  await page.getByRole('option', { name: 'Per seat' }).click();
  await page.getByLabel('Tier 1: up to seats').fill('10');
  await page.getByLabel('Tier 1: amount per seat').fill('9');
  await page.getByRole('button', { name: 'Add a tier' }).click();
  await page.getByLabel('Tier 2: amount per seat').fill('7.50');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('from US$7.50 per seat').waitFor();
  await screenshot(page, 'console-product-written');
  expect((await fixture.seller('GET', `/v1/products/${id}`)).body.prices).toMatchObject([
    {
      amount_type: 'seat_based',
      seat_tiers: {
        tiers: [
          { min_seats: 1, max_seats: 10, price_per_seat: 900 },
          { min_seats: 11, max_seats: null, price_per_seat: 750 },
        ],
      },
    },
  ]);
  expect(problems).toEqual([]);
  await page.close();
});

test('a product with prices, key rules and a benefit is made on one page, with what its customer sees beside it', async () => {
  const { page, problems } = await session.signedIn(at('products/new'));
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await page.getByLabel('Name', { exact: true }).fill('Render farm');
  await page.getByLabel('Amount', { exact: true }).fill('240');
  await click(page.getByText('Keys are activated on devices'));
  await page.getByLabel('Devices at once').fill('5');
  await click(page.getByText('What keys look like'));
  await page.getByLabel('Prefix').fill('farm');
  await page
    .locator('.sample-key')
    .getByText(/^FARM-[0-9A-F]{8}-/)
    .waitFor();
  await page.locator('.key-preview').getByText('Your license key for Editor Pro from').waitFor();
  await page.getByText('Send new keys by e-mail').click();
  await page.locator('.key-preview').getByText('Buyers get no mail with the key.').waitFor();
  await page.getByText('Send new keys by e-mail').click();
  expect(await problemsInEveryLook(page, (look) => `console-product-in-one-go-${look}`)).toEqual([]);
  await click(page.getByRole('button', { name: 'New benefit' }));
  const dialog = page.getByRole('dialog', { name: 'New benefit' });
  await dialog.getByLabel('Name', { exact: true }).fill('Rendering by phone');
  await click(dialog.getByRole('button', { name: 'Create benefit' }));
  await dialog.waitFor({ state: 'detached' });
  // The page scrolls to the button that gets the focus back, and a press on what moves meanwhile is none.
  await page.locator('button:focus', { hasText: 'New benefit' }).waitFor();
  await click(page.getByRole('button', { name: 'Create product' }));
  await page.getByRole('heading', { name: 'Render farm' }).waitFor();
  expect(clicks).toBe(5);
  const { body } = await fixture.seller('GET', `/v1/products/${page.url().split('/').at(-1)!}`);
  expect(body.benefits).toMatchObject([
    {
      type: 'license_keys',
      properties: { prefix: 'farm', deliver_by_email: true, activations: { limit: 5, enable_customer_admin: true } },
    },
    { type: 'custom', description: 'Rendering by phone' },
  ]);
  expect(await page.getByText('No mail brings these keys to buyers').count()).toBe(0);
  await fixture.seller('PATCH', `/v1/benefits/${body.benefits[0].id}`, { type: 'license_keys', properties: {} });
  await page.reload();
  await page.getByText('No mail brings these keys to buyers').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('benefits of a product are added and ordered by keyboard, and removed after a question', async () => {
  const { id } = await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Bundle', benefits: [benefit.id] });
  const extra = (
    await fixture.seller('POST', '/v1/benefits/', { type: 'custom', description: 'Priority support', properties: {} })
  ).body;
  const { page, problems } = await session.signedIn(at(`products/${id}`));
  await page.getByRole('combobox', { name: 'Add a benefit' }).pressSequentially('Priority');
  await page.getByRole('option', { name: 'Priority support' }).click();
  await page.getByRole('button', { name: 'Move Priority support up' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('ol li:first-child button:focus').waitFor();
  await page.getByText('gets the new benefits now').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const ids = async () =>
    (await fixture.seller('GET', `/v1/products/${id}`)).body.benefits.map((each: { id: string }) => each.id);
  expect(await ids()).toEqual([extra.id, benefit.id]);

  await page.getByRole('button', { name: 'Remove A license key' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alertdialog').getByText('loses A license key').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('alertdialog').getByText('Customers who have them keep them').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save benefits' }).click();
  await eventually(async () => (await ids()).join() === extra.id);
  expect(problems).toEqual([]);
  await page.close();
});

test('custom fields of every type are created, changed and deleted, and a product asks for them in an order', async () => {
  const { id } = await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Engraved' });
  const { page, problems } = await session.signedIn(at('products'));
  await page.getByRole('link', { name: 'Custom fields' }).click();
  await page.getByText('No custom fields yet').waitFor();
  const dialog = page.getByRole('dialog');
  const submit = async (name: string): Promise<void> => {
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const create = async (type: string, name: string, key: string, fill: () => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: 'New custom field' }).click();
    await dialog.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Key', { exact: true }).fill(key);
    await fill();
    await submit('Create custom field');
    await page.getByRole('cell', { name, exact: true }).waitFor();
  };
  await create('Text', 'Engraving', 'Engraving', async () => {
    await dialog.getByText('Several lines').click();
    await dialog.getByLabel('Fewest characters').fill('10');
    await dialog.getByLabel('Most characters').fill('2');
    await dialog.getByRole('button', { name: 'Create custom field' }).click();
    await dialog.getByText('Only lower-case letters, digits, - and _.').waitFor();
    await dialog.getByLabel('Key', { exact: true }).fill('engraving');
    await dialog.getByRole('button', { name: 'Create custom field' }).click();
    await dialog.getByText('It must not be less than the minimum.').waitFor();
    await dialog.getByLabel('Most characters').fill('40');
  });
  await create('Number', 'Depth', 'depth', async () => {
    await dialog.getByLabel('Lowest number').fill('-5');
    await dialog.getByLabel('Highest number').fill('100');
  });
  await create('Date', 'Wedding', 'wedding', async () => {
    await dialog.getByLabel('Earliest day').fill('2027-01-01');
    await dialog.getByLabel('Latest day').fill('2027-12-31');
  });
  await create('Checkbox', 'Gift', 'gift', async () => {
    await dialog.getByText('On the form').click();
    await dialog.getByLabel('Label', { exact: true }).fill('This is a gift');
  });
  await create('Choice', 'Size', 'size', async () => {
    const fillOption = async (number: number, value: string, label: string) => {
      await dialog.getByRole('textbox', { name: `Value of option ${number}` }).fill(value);
      await dialog.getByRole('textbox', { name: `Label of option ${number}` }).fill(label);
    };
    await fillOption(1, 'l', 'Large');
    await dialog.getByRole('button', { name: 'Add an option' }).click();
    await fillOption(2, 's', 'Small');
    await dialog.getByRole('button', { name: 'Move Small up' }).click();
    await screenshot(page, 'console-custom-field-options');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
  const stored = async () => (await fixture.seller('GET', '/v1/custom-fields/?sorting=slug')).body.items;
  const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);
  const wedding = { ge: seconds('2027-01-01T00:00:00Z'), le: seconds('2027-12-31T23:59:59Z') };
  const options = [
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ];
  expect(await stored()).toMatchObject([
    { slug: 'depth', type: 'number', properties: { ge: -5, le: 100 } },
    { slug: 'engraving', type: 'text', properties: { textarea: true, min_length: 10, max_length: 40 } },
    { slug: 'gift', type: 'checkbox', properties: { form_label: 'This is a gift' } },
    { slug: 'size', type: 'select', properties: { options } },
    { slug: 'wedding', type: 'date', properties: wedding },
  ]);
  expect(await problemsInEveryLook(page, (look) => `console-custom-fields-${look}`)).toEqual([]);

  await page.getByLabel('Search custom fields').fill('wed');
  await page.getByText('1 custom field').waitFor();
  await page.getByRole('button', { name: 'Edit Wedding' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Day of the wedding');
  await submit('Save changes');
  await page.getByRole('cell', { name: 'Day of the wedding', exact: true }).waitFor();
  expect((await stored())[4]).toMatchObject({ name: 'Day of the wedding', properties: wedding });

  await page.goto(at(`products/${id}`));
  for (const name of ['Engraving', 'Size', 'Gift']) {
    await page.getByRole('combobox', { name: 'Add a custom field' }).pressSequentially(name);
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Move Size up' }).click();
  await page.getByText('Required Engraving').click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await screenshot(page, 'console-product-custom-fields');
  expect(await accessibilityProblems(page)).toEqual([]);
  const asked = async () =>
    (await fixture.seller('GET', `/v1/products/${id}`)).body.attached_custom_fields.map(
      ({ custom_field, required }: { custom_field: { slug: string }; required: boolean }) => [custom_field.slug, required],
    );
  expect(await asked()).toEqual([
    ['size', false],
    ['engraving', true],
    ['gift', false],
  ]);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Custom f');
  await page.getByRole('menuitem', { name: 'Custom fields' }).click();
  await page.getByRole('button', { name: 'Delete Engraving' }).click();
  await page.getByRole('alertdialog').getByText('All products stop asking for it').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('cell', { name: 'Engraving', exact: true }).waitFor({ state: 'detached' });
  expect(await asked()).toEqual([
    ['size', false],
    ['gift', false],
  ]);
  expect(problems).toEqual([]);
  await page.close();
});

test('pictures are uploaded; a product is archived, restored and deleted, each after a question', async () => {
  const { id } = await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Short-lived' });
  const { page, problems } = await session.signedIn(at(`products/${id}`));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add pictures' }).click(),
  ]);
  await chooser.setFiles([{ name: 'box.png', mimeType: 'image/png', buffer: PICTURE }]);
  await page.getByRole('img', { name: 'box.png' }).waitFor();
  expect((await fixture.seller('GET', `/v1/products/${id}`)).body.medias).toMatchObject([{ name: 'box.png', is_uploaded: true }]);

  await page.getByLabel('Name', { exact: true }).fill('Very short-lived');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Very short-lived' }).waitFor();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByText('Nobody has bought it yet.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  expect((await fixture.seller('GET', `/v1/products/${id}`)).status).toBe(404);
  // The address of a picture begins with the base URL, which is another port in tests.
  const others = problems.filter((problem) => !problem.includes('/media/') && !problem.includes('ERR_CONNECTION_REFUSED'));
  expect(others).toEqual([]);
  await page.close();
});

test('a benefit whose leases follow the defaults still does after it was saved', async () => {
  const offline = { leaseSeconds: 604_800, graceSeconds: 0, maxOfflineDevices: 1 };
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id, { offline });
  const read = async () => (await fixture.seller('GET', `/v1/benefits/${id}`)).body.properties.offline;
  const before = await read();
  const { page, problems } = await session.signedIn(at(`benefits/${id}`));
  await page.getByText('Is free at once').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Renamed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Renamed' }).waitFor();
  expect([Object.keys(before).sort(), await read()]).toEqual([['grace_seconds', 'lease_seconds', 'max_offline_devices'], before]);
  expect(problems).toEqual([]);
  await page.close();
});

test('saving a benefit changes only what was changed', async () => {
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id, RICH);
  const read = async () => (await fixture.seller('GET', `/v1/benefits/${id}`)).body;
  const before = await read();
  const { page, problems } = await session.signedIn(at(`benefits/${id}`));
  await page.getByLabel('Usage limit').fill('many');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Enter a whole number.').waitFor();
  await page.getByLabel('Usage limit').fill('100');
  await page.getByLabel('Characters in each group').fill('99');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.locator('.field-error').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Characters in each group').fill('4');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { properties, ...rest } = await read();
  expect(properties).toEqual({ ...before.properties, limit_usage: 100 });
  expect(rest).toMatchObject({ description: before.description, visibility: before.visibility, metadata: before.metadata });
  expect(problems).toEqual([]);
  await page.close();
});

test('benefits of every type are created', async () => {
  const { page, problems } = await session.newWindow();
  const create = async (type: string, name: string, fill: () => Promise<void>) => {
    await page.goto(at(`benefits/new?type=${type}`));
    await page.getByLabel('Name', { exact: true }).fill(name);
    await fill();
    await page.getByRole('button', { name: 'Create benefit' }).click();
    await page.getByRole('heading', { name }).waitFor();
    return (await fixture.seller('GET', `/v1/benefits/${page.url().split('/').at(-1)!.split('?')[0]!}`)).body;
  };
  const custom = await create('custom', 'A call with us', () => page.getByLabel('Note').fill('Write to support.'));
  expect(custom).toMatchObject({ type: 'custom', properties: { note: 'Write to support.' } });
  const flag = await create('feature_flag', 'Long documents', async () => {
    await page.getByRole('button', { name: 'Add metadata' }).first().click();
    await page.getByRole('textbox', { name: 'Name of metadata 1' }).first().fill('max_pages');
    await page.getByRole('textbox', { name: 'Value of metadata 1' }).first().fill('500');
  });
  expect(flag).toMatchObject({ type: 'feature_flag', visibility: 'private', values: { max_pages: 500 } });
  const files = await create('downloadables', 'The application', async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload files' }).click(),
    ]);
    await chooser.setFiles([
      { name: 'app.zip', mimeType: 'application/zip', buffer: Buffer.from('bytes') },
      { name: 'old.zip', mimeType: 'application/zip', buffer: Buffer.from('older bytes') },
    ]);
    await page.getByText('Archived: old.zip').click();
  });
  const [first, second] = files.properties.files as [string, string];
  expect(files).toMatchObject({ type: 'downloadables', properties: { archived: { [second]: true } } });
  await page.getByRole('button', { name: 'Remove old.zip' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const kept = (await fixture.seller('GET', `/v1/benefits/${files.id}`)).body;
  expect(kept.properties).toEqual({ archived: {}, files: [first] });
  const keys = await create('license_keys', 'Keys', () => page.getByText('Keys are activated on devices').click());
  expect(keys.properties).toMatchObject({ activations: { limit: 3, enable_customer_admin: true }, expires: null });
  expect(problems).toEqual([]);
  await page.close();
});

test('a benefit shows who has it, and is deleted after a question', async () => {
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id);
  const sold = await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Sold', benefits: [id] });
  const customer = { email: 'grace.hopper@example.com', name: 'Grace Hopper' };
  await fixture.create('/v1/orders/', { product_id: sold.id, customer, external_id: 'catalog-1' });
  await fixture.settled();
  const [key] = await fixture.keysOf({ id });
  const { page, problems } = await session.signedIn(at(`benefits/${id}`));
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await page.getByRole('link', { name: key.display_key }).waitFor();
  await page.getByRole('radio', { name: 'Revoked' }).click();
  await page.getByText('Nobody has this benefit.').waitFor();
  expect(page.url()).toContain('grants=revoked');
  await page.getByRole('radio', { name: 'All' }).click();
  await page.getByRole('link', { name: key.display_key }).waitFor();
  await screenshot(page, 'console-grants');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByText('All license keys from it are revoked').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Benefits' }).waitFor();
  await fixture.settled();
  expect((await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body.status).toBe('revoked');
  expect(problems).toEqual([]);
  await page.close();
});

const FILE = [
  'sep=;',
  'Serial;E-mail;Customer name;Bought;Machine;Expires;Max activations;Colour;metadata.Plan;;',
  'MOVED-KEY-0001-ALAN;alan@example.com;Alan Türing;2023-06-01;Bombe;2031-05-31;25;red;Gold;;',
  'MOVED-KEY-0002-MARY;mary@example.com;"Somerville; Mary";2023-07-01;;;;;;;',
  'MOVED-KEY-0003-NONE;;Nobody;2023-07-01;;;;;;;',
  'MOVED-KEY-0004-WHEN;when@example.com;Somebody;yesterday;;;;;;;',
  ';;;;;;;;;;',
  '',
].join('\r\n');

test('keys are imported from a file: preview, columns, dry run, problems, progress, end', async () => {
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id);
  await seedProduct(fixture.api, fixture.ours.organization.id, { name: 'Moved in', benefits: [id] });
  const { page, problems } = await session.signedIn(at('keys'));
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const choose = async (name: string, content: string | Buffer): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: /Choose/ }).click()]);
    await chooser.setFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(content) }]);
  };
  await choose('wrong.csv', Buffer.from([0x6b, 0x65, 0x79, 0x0a, 0xff, 0xfe]));
  await page.getByText('The encoding of the file is not known.').waitFor();
  await choose('keys.csv', Buffer.from(FILE, 'latin1'));
  await page.getByText('The first 4 of 4 lines').waitFor();
  await page.getByRole('button', { name: /Bought on/ }).click();
  await page.getByRole('option', { name: 'Bought', exact: true }).click();
  const unused = page.getByRole('status').filter({ hasText: 'A column is not imported' });
  expect(await unused.getByRole('listitem').allInnerTexts()).toEqual(['Colour']);
  await page.getByRole('button', { name: /Product of the keys/ }).click();
  await page.getByRole('option', { name: 'Moved in' }).click();
  await page.getByText('There is no e-mail address.').waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('2 keys can be imported.').waitFor();
  await page.getByText('2 lines have a problem.').waitFor();
  await page
    .getByRole('table', { name: 'Problems' })
    .getByText(/^Bought on: /)
    .waitFor();
  await screenshot(page, 'console-import');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await fixture.keysOf({ id })).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download problems' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('import-problems.csv');

  await page.getByRole('button', { name: 'Import 2 keys' }).click();
  await page.getByText('2 keys were imported.').waitFor();
  await fixture.settled();
  const keys = await fixture.keysOf({ id });
  expect(keys.map(({ key, customer }) => [key, customer.name])).toEqual(
    expect.arrayContaining([
      ['MOVED-KEY-0001-ALAN', 'Alan Türing'],
      ['MOVED-KEY-0002-MARY', 'Somerville; Mary'],
    ]),
  );
  expect(keys.find(({ key }) => key === 'MOVED-KEY-0001-ALAN')).toMatchObject({
    expires_at: '2031-05-31T23:59:59.999Z',
    limit_activations: 25,
    metadata: { Plan: 'Gold' },
  });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('2 were imported before.').waitFor();
  expect(await fixture.keysOf({ id })).toHaveLength(2);
  expect(problems).toEqual([]);
  await page.close();
});
