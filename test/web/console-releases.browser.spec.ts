import type { Browser } from 'playwright-core';
import { ReleaseDownloads } from '#releases';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, screenshot } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { problemsOfPages } from '../support/looks.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedArtifact, seedRelease } from '../support/seed-release.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: LicenseFixture;
let browser: Browser;
let session: ConsoleSession;
let path: string;
let published: string;
let keyPath: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  const { api, ours, seller, benefit } = fixture;
  path = `/console/${ours.organization.slug}/releases`;
  const { id: product_id } = await seedProduct(api, ours.organization.id, { name: 'Acme Studio', benefits: [benefit.id] });
  const { key, id: keyId } = await fixture.key();
  keyPath = `/console/${ours.organization.slug}/keys/${keyId}`;
  await seller('POST', '/v1/benefits/', {
    type: 'feature_flag',
    description: 'Beta access',
    properties: {},
    values: { release_channel: 'beta' },
  });
  const notes = { en: 'Exports PDF.\nOpens large files faster.', de: 'Exportiert PDF.' };
  const windows = { platform: 'windows', architecture: 'x64', signature: 'c2lnbmVk' };
  const { release_id, artifact_id } = await seedRelease(
    seller,
    { product_id, version: '3.2.0', notes, rollout_percentage: 10 },
    windows,
    undefined,
    'acme-3.2.0-win-x64.exe',
  );
  published = release_id;
  await seedArtifact(seller, release_id, { kind: 'sbom', describes: artifact_id }, undefined, 'acme-3.2.0-win-x64.exe.spdx.json');
  await seedArtifact(seller, release_id, { platform: 'macos', architecture: 'arm64' }, undefined, 'acme-3.2.0-arm64.dmg');
  await seller('POST', `/v1/releases/${release_id}/publish`);
  await api.app.inject({
    method: 'GET',
    url: `/releases/${product_id}/files/3.2.0/acme-3.2.0-win-x64.exe`,
    headers: { authorization: `Bearer ${key}` },
  });
  await api.app.get(ReleaseDownloads).flush();
  await seller('POST', '/v1/download-tokens/', { license_key_id: keyId, product_id });
  browser = await launchBrowser();
  session = await openConsoleSession(api, browser, await listen(api), ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

test('the pages are accessible and break no rule in every look', async () => {
  const pages = [
    ['releases', path, 'Releases'],
    ['release', `${path}/${published}`, 'Acme Studio 3.2.0'],
  ] as const;
  expect(await problemsOfPages(await session.newWindow(), 'console', pages)).toEqual([]);
});

test('a release shows its files with what describes them, its notes, and the license keys that download it', async () => {
  const { page, problems } = await session.signedIn(`${path}/${published}`);
  const files = page.getByRole('table', { name: 'Files' });
  expect(await files.getByRole('row', { name: /win-x64/ }).innerText()).toMatch(
    /Installer[^]*Bill of materials: acme-3\.2\.0-win-x64\.exe\.spdx\.json[^]*Windows[^]*x64[^]*Signed by you/,
  );
  await page.getByText('Opens large files faster.').waitFor();
  await page.getByRole('table', { name: 'Downloads by license key' }).getByRole('link').click();
  await page.waitForURL(`**${keyPath}`);
  await page.getByRole('table', { name: 'Downloaded versions' }).getByRole('link', { name: '3.2.0' }).waitFor();
  const tokens = page.getByRole('table', { name: 'Download tokens' });
  await tokens.getByText('Acme Studio').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await tokens.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The token is revoked.').waitFor();
  await tokens.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.close();
});

test('a draft is created, gets files that are told apart by their names, is published, rolled out and yanked', async () => {
  const { page, problems } = await session.signedIn(path);
  await page.getByRole('button', { name: 'New release' }).click();
  await page.getByRole('combobox', { name: 'Product' }).pressSequentially('Acme');
  await page.getByRole('option', { name: 'Acme Studio' }).click();
  await page.getByRole('textbox', { name: 'Version' }).fill('3.3');
  await page.getByRole('textbox', { name: 'Note 1', exact: true }).fill('Draws circles.');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText(/not one of the scheme/).waitFor();
  await screenshot(page, 'console-release-new');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Version' }).fill('3.3.0');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('heading', { name: 'Acme Studio 3.3.0' }).waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add files' }).click(),
  ]);
  const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  await chooser.setFiles([
    file('acme-3.3.0-linux-x64.AppImage', 'for Linux'),
    file('acme-3.3.0-linux-x64.AppImage.sig', 'signed'),
    file('acme-3.3.0-linux-x64.AppImage.spdx.json', '{}'),
    file('latest-linux.yml', 'version: 3.3.0'),
  ]);
  const adding = page.getByRole('dialog', { name: 'Add files' });
  await adding.getByRole('group', { name: 'acme-3.3.0-linux-x64.AppImage', exact: true }).getByText('Linux').first().waitFor();
  await screenshot(page, 'console-release-files');
  expect(await accessibilityProblems(page)).toEqual([]);
  await adding.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('table', { name: 'Files' }).getByRole('row', { name: /AppImage/ });
  await row.getByText('Bill of materials:').waitFor();
  expect(await row.innerText()).toMatch(/Linux[^]*x64[^]*Signed by you/);

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Nobody has downloaded it yet.').waitFor();

  await page.getByRole('button', { name: 'Change' }).click();
  const percent = page.getByRole('textbox', { name: /^Rollout/ });
  await percent.fill('150');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a number from 0 to 100.').waitFor();
  await percent.fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('25%').waitFor();

  await page.getByRole('button', { name: 'Yank' }).click();
  await page.getByText('whoever names the version still gets it').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Loses settings.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yank' }).click();
  await page.getByText('This release is offered to nobody any more. Loses settings.').waitFor();

  await page.getByRole('link', { name: 'Releases' }).last().click();
  await page.getByRole('radio', { name: 'Yanked' }).click();
  expect(await page.getByRole('row', { name: /3\.3\.0/ }).innerText()).toMatch(/Stable[^]*Yanked[^]*25%/);
  expect(problems).toEqual([]);
  await page.close();
});

test('a draft is deleted after a question', async () => {
  const { product_id } = (await fixture.seller('GET', `/v1/releases/${published}`)).body;
  const { release_id } = await seedRelease(fixture.seller, { product_id, version: '9.0.0' });
  const { page, problems } = await session.signedIn(`${path}/${release_id}`);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click();
  await page.waitForURL(`**${path}`);
  expect((await fixture.seller('GET', `/v1/releases/${release_id}`)).status).toBe(404);
  expect(problems).toEqual([]);
  await page.close();
});
