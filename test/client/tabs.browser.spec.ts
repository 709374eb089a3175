import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSERS, type ClientLibrary, launchBrowsers, openClientLibrary, PLAIN } from '../support/client-library.ts';
import type { Profile, TabbedBrowser } from '../support/firefox.ts';
import { ROOT } from '../support/processes.ts';

/** So many that tabs meet while they create them, each beginning elsewhere. */
const NAMES = Array.from({ length: 300 }, (_, n) => `device-${n}`);
const TABS = ['one', 'two', 'three'];

let library: ClientLibrary;
let browsers: Readonly<Record<string, TabbedBrowser>>;
beforeAll(async () => {
  library = await openClientLibrary();
  browsers = await launchBrowsers();
});
afterAll(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  await library.close();
});

const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8').replace(/ {2,}/g, ' ');

describe.each(BROWSERS)('in %s', (name) => {
  let profile: Profile;
  beforeEach(async () => void (profile = await browsers[name]!.newProfile()));
  afterEach(() => profile.close());

  const openTabs = (host?: string) => Promise.all(TABS.map(() => library.open(profile, host)));

  test('tabs that start at the same moment take one slot, and have a lease; a page that is opened later remembers', async () => {
    const given = await library.given();
    const text = JSON.stringify(given);
    const tabs = await openTabs();
    const outcomes = await Promise.all(tabs.map(({ ask }) => ask<Record<string, string>>(`inTab(${text})`)));
    expect(outcomes.map(({ activate, lease, check }) => [activate, lease, check])).toEqual(TABS.map(() => ['ok', 'ok', 'ok']));
    const { body } = await library.fixture.seller('GET', `/v1/license-keys/?key=${given.key}`);
    expect((await library.fixture.read(body.items[0])).activations).toHaveLength(1);
    for (const { tab } of tabs) await tab.close();
    const { ask } = await library.open(profile);
    expect(await ask(`reopened(${text})`)).toBe('ok');
    expect(readme).toContain(`| ${name}, on HTTPS or localhost | yes | one activation |`);
  });

  test.each(['localhost', PLAIN])('on %s one of the tabs creates what all create, and the others read it', async (host) => {
    const tabs = await openTabs(host);
    const created = await Promise.all(
      tabs.map(({ ask }, index) => {
        const first = (index * NAMES.length) / TABS.length;
        const names = [...NAMES.slice(first), ...NAMES.slice(0, first)];
        return ask<string[]>(`created(${JSON.stringify(names)}, '${TABS[index]}')`);
      }),
    );
    expect(created.flat().toSorted()).toEqual(NAMES.toSorted());
  });
});
