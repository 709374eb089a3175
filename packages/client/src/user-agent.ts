/** That of package.json. */
export const VERSION = '0.1.0';

/** What a request says of the library and its runtime. Undefined in browsers, where `User-Agent` is not for pages to say. */
export function userAgent(
  navigator = (globalThis as { navigator?: { readonly userAgent?: string } }).navigator,
): string | undefined {
  const runtime = navigator?.userAgent ?? 'unknown';
  return runtime.startsWith('Mozilla/') ? undefined : `latchkey-typescript/${VERSION} (${runtime})`;
}
