const RELOADED = 'latchkey.reloaded';
/** The name of errors about parts of the pages that could not be loaded. */
const MISSING_PART = 'MissingPart';

const isReachable = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Loads the page again if the service can be reached: without a network, the error page of the browser would take its place. Returns whether. */
export async function reload(): Promise<boolean> {
  if (!(await isReachable())) return false;
  location.reload();
  return true;
}

/** Marks errors about missing parts. The router, which knows them by their messages, would load the page again whether it can be reached or not. */
export const markMissingParts = (): void =>
  addEventListener('vite:preloadError', ({ payload }) => {
    Object.assign(payload, { name: MISSING_PART, message: `A part of the page is missing: ${payload.message}` });
  });

/** Loads the page again, once, if the error is that a part of it is missing: another version may be served by now. Returns false without a network. */
export async function reloadIfMissing(error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || error.name !== MISSING_PART || sessionStorage.getItem(RELOADED) === location.href) return true;
  if (!(await isReachable())) return false;
  sessionStorage.setItem(RELOADED, location.href);
  location.reload();
  return true;
}
