const VENDOR = /^https:\/\/(sandbox-)?api\.polar\.sh\//;

/** Sends requests for the vendor's servers, the only ones that its adapters know, to another origin. Returns how to undo it. */
export function redirectVendor(origin: string): () => void {
  const before = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return before(new Request(request.url.replace(VENDOR, `${origin}/`), request));
  };
  return () => {
    globalThis.fetch = before;
  };
}
