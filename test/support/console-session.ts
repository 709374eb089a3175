import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole } from '#organizations';
import type { TestApi } from './api.ts';
import { openContext, openPageIn, type WatchedPage } from './browser.ts';
import type { SeededOrganization } from './seed.ts';
import { seedUser, seedUserSignInCode } from './seed-user.ts';

/** A user of the console who has a role in one organization. */
export interface ConsoleSession {
  readonly user: { readonly id: string; readonly email: string };
  /** Opens an empty window. All of them have the session of the user, and one storage. */
  newWindow(): Promise<WatchedPage>;
  /** Opens a window on a page, or on the overview of the organization. */
  signedIn(address?: string): Promise<WatchedPage>;
  /** Signs in with a code, by keyboard alone. */
  enter(page: Page): Promise<void>;
}

export async function openConsoleSession(
  api: TestApi,
  browser: Browser,
  origin: string,
  { slug }: Pick<SeededOrganization['organization'], 'slug'>,
  role: SetMemberRole['role'] = 'admin',
  options: BrowserContextOptions = {},
): Promise<ConsoleSession> {
  const user = await seedUser(api);
  await api.app.get(CommandBus).execute(new SetMemberRole({ slug }, user.id, role));
  const context = await openContext(browser, origin, options);
  await context.context.addCookies([await sessionCookie(api, origin, user)]);

  const enter = async (page: Page): Promise<void> => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.type(user.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.locator('input[name=code]:focus').waitFor();
    await page.keyboard.type(await seedUserSignInCode(api, user));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  };
  const newWindow = () => openPageIn(context);
  const signedIn = async (address = `/console/${slug}`): Promise<WatchedPage> => {
    const watched = await newWindow();
    await watched.page.goto(address);
    return watched;
  };
  return { user, newWindow, signedIn, enter };
}

const NAME = 'latchkey_session';

/** Signs in as the page for it does. */
async function sessionCookie(api: TestApi, origin: string, { id, email }: ConsoleSession['user']) {
  const { statusCode, body, cookies } = await api.app.inject({
    method: 'POST',
    url: '/console/api/v1/users/sign-in/authenticate',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, code: await seedUserSignInCode(api, { id, email }) },
  });
  if (statusCode !== 200) throw new Error(`Not signed in: ${statusCode} ${body}`);
  const { value } = cookies.find(({ name }) => name === NAME)!;
  return {
    name: NAME,
    value,
    domain: new URL(origin).hostname,
    path: '/console/api',
    httpOnly: true,
    sameSite: 'Strict' as const,
  };
}
