const NAME = 'latchkey.manage';

/**
 * The token of a link to the page on which a device is removed. It is kept while the customer signs in, in this tab only, and leaves the
 * address. It is no secret of a session: only the customer of the license key sees anything by it.
 */
export function takeManageLink(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('license');
  if (!token) return;
  sessionStorage.setItem(NAME, token);
  history.replaceState(history.state, '', location.pathname + location.search);
}

export const manageLink = (): string | null => sessionStorage.getItem(NAME);

export const forgetManageLink = (): void => sessionStorage.removeItem(NAME);
