import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot } from '../support/browser.ts';
import { CONNECTOR_SECRET as SECRET, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type ListedPage, problemsOfPages } from '../support/looks.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: PurchaseFixture;
let browser: Browser;
let session: ConsoleSession;
let connector: string;
let path: string;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const { api, ours } = fixture;
  path = `/console/${ours.organization.slug}/undelivered`;
  connector = (await fixture.create('/v1/connectors', { provider: 'stripe', secret: SECRET })).id;
  await fixture.product({ name: 'Render Pro' });
  for (const name of ['mapped', 'delivered', 'nobody', 'ignored', 'dismissed', 'last']) await buy(name);
  browser = await launchBrowser();
  session = await openConsoleSession(api, browser, await listen(api), ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** A purchase by a payment link that nothing here stands for. */
async function buy(name: string): Promise<void> {
  const at = new Date();
  const email = name === 'nobody' ? null : `${name}@example.com`;
  const bought = { payment_link: `plink_${name}`, customer_details: { email, name: `Buyer ${name}` } };
  const body = JSON.stringify(new StripeLife(at).checkedOut(at, bought));
  const headers = { 'stripe-signature': stripeSignature(body, SECRET, at) };
  expect((await fixture.seller('POST', `/v1/connectors/${connector}/webhook`, body, headers)).status).toBe(200);
  await fixture.settled();
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`Buyer ${name}`) });
const press = (page: Page, name: string, remedy: string) =>
  rowOf(page, name)
    .getByRole('button', { name: new RegExp(`^${remedy}`) })
    .click();
const gone = (page: Page, name: string) => rowOf(page, name).waitFor({ state: 'detached' });
const chooseProduct = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Product' }).pressSequentially('Render');
  await page.getByRole('option', { name: 'Render Pro' }).click();
};
const pages = (): readonly ListedPage[] => [['undelivered', path, 'Paid, not delivered']];

test('the page is accessible and breaks no rule in every look', async () => {
  expect(await problemsOfPages(await session.newWindow(), 'console', pages())).toEqual([]);
});

test('what was paid and not delivered is shown with its number, and each remedy takes it off the list', async () => {
  const { page, problems } = await session.signedIn(path);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Paid, not delivered/ });
  await link.getByText('6 not delivered').waitFor();
  expect(await rowOf(page, 'mapped').innerText()).toMatch(
    /mapped@example\.com[^]*\$49\.00[^]*plink_mapped[^]*Price without product/,
  );

  await press(page, 'mapped', 'Map price');
  await chooseProduct(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Map and deliver' }).click();
  await page.getByText('What waits for it is being delivered.').waitFor();
  await fixture.settled();
  await gone(page, 'mapped');

  await press(page, 'delivered', 'Deliver product');
  await chooseProduct(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await gone(page, 'delivered');

  await press(page, 'nobody', 'Deliver product');
  await chooseProduct(page);
  await page.getByLabel('E-mail address of the customer').fill('nobody@example.com');
  await screenshot(page, 'console-undelivered-deliver');
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await gone(page, 'nobody');

  await press(page, 'ignored', 'Ignore price');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ignore price' }).click();
  await gone(page, 'ignored');

  await press(page, 'dismissed', 'Dismiss');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Refunded at the provider');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await gone(page, 'dismissed');

  await link.getByText('1 not delivered').waitFor();
  await page.getByRole('button', { name: /For every reason/ }).click();
  await page.getByRole('option', { name: 'Customer missing' }).click();
  await page.getByText('Nothing matches').waitFor();
  expect(page.url()).toContain('reason=customer_missing');
  const customers = (await fixture.seller('GET', '/v1/orders/?limit=100')).body.items.map(
    ({ customer }: { customer: { email: string } }) => customer.email,
  );
  expect(customers.sort()).toEqual(['delivered@example.com', 'mapped@example.com', 'nobody@example.com']);
  expect(problems).toEqual([]);
  await page.close();
});
