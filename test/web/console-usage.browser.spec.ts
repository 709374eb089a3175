import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot, type WatchedPage } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type ListedPage, problemsOfPages } from '../support/looks.ts';
import { eventsNamed, type MeteringFixture, openMeteringFixture } from '../support/metering-fixture.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

const HOUR_MS = 3_600_000;
const DAYS = 28;
const ANY = { conjunction: 'and', clauses: [] };

let fixture: MeteringFixture;
let browser: Browser;
let origin: string;
let session: ConsoleSession;
let slug: string;
let ada: { readonly id: string };
let meter: { readonly id: string };
let parentId: string;
beforeAll(async () => {
  fixture = await openMeteringFixture();
  const { api, ours, seller } = fixture;
  slug = ours.organization.slug;
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
  ada = await fixture.customer({ email: 'ada.lovelace@example.com', name: 'Ada Lovelace' });
  const grace = await fixture.customer({ email: 'grace.hopper@example.com', name: 'Grace Hopper' });
  const named = await seller('POST', '/v1/meters/', {
    name: 'Render minutes',
    filter: eventsNamed('render'),
    aggregation: { func: 'sum', property: 'minutes' },
  });
  meter = named.body;
  const now = Date.now();
  const renders = Array.from({ length: DAYS }, (_, index) => ({
    name: 'render',
    customer_id: index % 3 === 0 ? grace.id : ada.id,
    timestamp: new Date(now - index * 24 * HOUR_MS - HOUR_MS).toISOString(),
    metadata: { minutes: 40 + ((index * 37) % 60), quality: index % 2 === 0 ? 'draft' : 'final' },
  }));
  await fixture.ingest(
    ...renders,
    { name: 'job', customer_id: ada.id, external_id: 'job-1', metadata: { scene: 'Analytical Engine', cached: false } },
    { name: 'frame', customer_id: ada.id, parent_id: 'job-1', metadata: { number: 1 } },
    { name: 'frame', customer_id: ada.id, parent_id: 'job-1', metadata: { number: 2 } },
  );
  const jobs = await seller('GET', '/v1/events/?name=job');
  parentId = jobs.body.items[0].id;
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const at = (path: string): string => `/console/${slug}${path}`;
const open = (path: string): Promise<WatchedPage> => session.signedIn(at(path));

/** Each page, and a text that it shows when it is complete. */
const pages = (): readonly ListedPage[] => [
  ['overview-usage', at(''), 'Sum of minutes, Last 30 days'],
  ['meters', at('/meters'), 'Render minutes'],
  ['meter', at(`/meters/${meter.id}`), 'Grace Hopper'],
  ['events', at('/events'), '31 events'],
  ['event', at(`/events/${parentId}`), 'With their descendants'],
  ['event-names', at('/events/names'), 'Edit label of job'],
];

test('every page is accessible and breaks no rule in every look', async () => {
  expect(
    await problemsOfPages(await session.newWindow(), 'console', pages(), (page, text) =>
      page.getByText(text).or(page.getByLabel(text)).first(),
    ),
  ).toEqual([]);
});

test('a meter is created by keyboard, with conditions in groups; what is wrong is said at its field', async () => {
  const { page, problems } = await open('/meters');
  await page.getByRole('button', { name: 'Create a meter' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create a meter' });
  await dialog.locator('input[name=name]:focus').waitFor();
  await page.keyboard.type('No');
  const first = dialog.getByRole('group', { name: 'Condition 1', exact: true });
  await first.getByLabel('Value', { exact: true }).fill('frame');
  await dialog.getByRole('button', { name: 'Add group' }).first().focus();
  await page.keyboard.press('Enter');
  const group = dialog.getByRole('group', { name: 'Group 2', exact: true });
  await group.getByLabel('Property').fill('');
  await page.keyboard.press('Enter');
  await dialog.getByText('Name a property, such as name.').waitFor();
  await screenshot(page, 'console-meter-editor');
  expect(await accessibilityProblems(page)).toEqual([]);

  await group.getByLabel('Property').fill('number');
  await group.getByRole('button', { name: /Comparison/ }).click();
  await page.getByRole('option', { name: 'is at least' }).click();
  await group.getByRole('button', { name: /Type of the value/ }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await group.getByLabel('Value', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Create meter' }).click();
  await dialog.getByText('at least 3 characters', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: /Late events count/ }).click();
  await page.getByRole('option', { name: 'in the billing period in which they happened' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Late frames');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Late frames' }).waitFor();
  await page.getByText('in the billing period in which they happened, unless it has ended').waitFor();
  const { body } = await fixture.seller('GET', '/v1/meters/?query=late');
  expect(body.items[0]).toMatchObject({
    aggregation: { func: 'count' },
    late_events: 'timestamp',
    filter: {
      conjunction: 'and',
      clauses: [
        { property: 'name', operator: 'eq', value: 'frame' },
        { conjunction: 'and', clauses: [{ property: 'number', operator: 'gte', value: 2 }] },
      ],
    },
  });
  expect(problems).toEqual([]);
  await page.close();
});

test('a meter is renamed, archived and restored; its filter stays once it has counted', async () => {
  const other = await fixture.meter({ func: 'count' }, ANY);
  const { page, problems } = await open(`/meters/${other.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Every event');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Every event' }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Archive' }).waitFor();

  await page.goto(`/console/${slug}/meters/${meter.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Value', { exact: true }).fill('another');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The meter has counted events, so this cannot change.').waitFor();
  await page.getByLabel('Value', { exact: true }).fill('render');
  await page.getByRole('button', { name: /Late events count/ }).click();
  await page.getByRole('option', { name: 'in the billing period in which they happened' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.locator('.field', { hasText: 'Late events count' }).getByText('The meter has counted events').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('the customers of a meter are sorted and its period chosen, in the address; thresholds are set', async () => {
  const { page, problems } = await open(`/meters/${meter.id}`);
  const rows = page.getByRole('table', { name: 'Customers' }).getByRole('row');
  await rows.nth(1).getByText('Ada Lovelace').waitFor();
  await page.getByRole('button', { name: 'Consumed' }).click();
  await rows.nth(1).getByText('Grace Hopper').waitFor();
  await page.waitForURL(/sort=consumed_units/);
  await page.getByRole('button', { name: /Period/ }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await page.waitForURL(/period=week/);
  await page.reload();
  await rows.nth(1).getByText('Grace Hopper').waitFor();
  await page.getByRole('slider', { name: 'Quantity over time' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('slider', { name: 'Quantity over time' }).and(page.locator('[aria-valuenow="6"]')).waitFor();

  await page.getByLabel('Units of use').fill('none');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a number above 0.').waitFor();
  await page.getByLabel('Units of use').fill('1000');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove threshold 1,000' }).waitFor();
  expect((await fixture.seller('GET', `/v1/meters/${meter.id}/thresholds`)).body).toEqual({ thresholds: [1000] });
  await page.getByRole('button', { name: 'Remove threshold 1,000' }).click();
  await page.getByText('No thresholds yet.').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('events are filtered, and the address keeps it', async () => {
  const { page, problems } = await open('/events');
  await page.getByText('31 events').first().waitFor();
  await page.getByRole('combobox', { name: 'Name' }).pressSequentially('frame');
  await page.getByRole('option', { name: 'frame (2)' }).click();
  await page.getByText('2 events').first().waitFor();
  await page.waitForURL(/name=frame/);
  await page.getByRole('combobox', { name: 'Customer' }).pressSequentially('grace');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await page.getByText('No event matches').waitFor();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await page.getByText('31 events').first().waitFor();

  await page.getByLabel('Metadata').fill('quality');
  await page.getByText('Metadata: key=value').waitFor();
  await page.getByLabel('Metadata').fill('quality=final');
  await page.getByText('14 events').first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  const [columns, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect([columns!.includes('metadata.quality'), rows.length, download.suggestedFilename()]).toEqual([true, 14, 'events.csv']);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('Until').fill('2020-12-31');
  await page.getByText('No event matches').waitFor();
  await page.waitForURL(/from=2020-01-01.*until=2020-12-31/);
  await page.reload();
  await page.getByText('No event matches').waitFor();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await page.getByLabel('Search events').fill('analytical');
  await page.getByRole('link', { name: 'job' }).waitFor();
  await page.goto(`/console/${slug}/events?meter=${meter.id}`);
  await page.getByText('28 events').first().waitFor();
  await page.getByRole('button', { name: 'Meter: Render minutes' }).click();
  await page.getByText('31 events').first().waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('an event shows its metadata, its children and the way back to its parent', async () => {
  const { page, problems } = await open(`/events/${parentId}`);
  await page.getByText('Analytical Engine').waitFor();
  await page.getByRole('table', { name: 'Children' }).getByRole('link', { name: 'frame' }).first().click();
  await page.getByText('No event names this one as its parent.').waitFor();
  await page.getByRole('link', { name: 'Show parent' }).click();
  await page.getByText('Analytical Engine').waitFor();
  await page.getByRole('button', { name: 'With their descendants' }).click();
  await page.getByText('3 events').waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('an event is voided with a reason, and counts again', async () => {
  const { body } = await fixture.seller('GET', `/v1/events/?name=render&customer_id=${ada.id}`);
  const [event] = body.items;
  const consumed = async () => (await fixture.balance(ada, meter)).consumed_units;
  const before = await consumed();
  const { page, problems } = await open(`/events/${event.id}`);
  await page.getByRole('button', { name: 'Void event' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Void event' }).click();
  await dialog.locator('input[name=reason][aria-invalid=true]').waitFor();
  await dialog.getByLabel('Reason').fill('Sent twice');
  await screenshot(page, 'console-event-void');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('The event is voided').waitFor();
  await page.getByRole('button', { name: 'Restore event' }).waitFor();
  expect(await consumed()).toBe(before - event.metadata.minutes);
  await screenshot(page, 'console-event-voided');
  await page.goto(at('/events?name=render'));
  await page.getByRole('cell', { name: 'Voided' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(at(`/events/${event.id}`));
  await page.getByRole('button', { name: 'Restore event' }).click();
  await dialog.getByLabel('Reason').fill('It was not');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Void event' }).waitFor();
  expect(await consumed()).toBe(before);
  expect(problems).toEqual([]);
  await page.close();
});

test('a name of events gets a label', async () => {
  const { page, problems } = await open('/events/names');
  await page.getByRole('button', { name: 'Edit label of frame' }).click();
  await page.getByLabel('Label', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Label', { exact: true }).fill('A frame');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'A frame' }).waitFor();
  await page.getByRole('link', { name: 'frame', exact: true }).click();
  await page.getByText('2 events').first().waitFor();
  await page.getByRole('link', { name: 'A frame' }).first().waitFor();
  expect(problems).toEqual([]);
  await page.close();
});

test('whoever may only look sees no buttons that change something', async () => {
  const { api, ours } = fixture;
  const finance = await openConsoleSession(api, browser, origin, ours.organization, 'finance');
  const { page, problems } = await finance.signedIn(`/console/${slug}/meters/${meter.id}`);
  await page.getByText('Grace Hopper').waitFor();
  for (const name of ['Edit', 'Archive', 'Add threshold'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  await page.goto(at(`/events/${parentId}`));
  await page.getByText('Analytical Engine').waitFor();
  expect(await page.getByRole('button', { name: 'Void event' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});
