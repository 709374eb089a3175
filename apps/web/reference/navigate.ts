/** Pages of the reference replace each other in the same document, so that a token that was pasted stays in its memory and nowhere else. */
export function navigateWithin(prepare: () => void): void {
  keepCurrentLinkInView();
  // Browsers without it load each page.
  if (!('navigation' in window)) return;
  navigation.addEventListener('navigate', (event) => {
    const url = new URL(event.destination.url);
    const isDocument = !event.hashChange && event.downloadRequest === null && event.formData === null;
    if (!event.canIntercept || !isDocument || event.navigationType === 'reload' || !isPage(url)) return;
    event.intercept({
      focusReset: 'manual',
      async handler() {
        const page = await read(url, event.signal);
        document.title = page.title;
        for (const place of ['#reference-navigation', '#reference-content']) {
          document.querySelector(place)!.replaceChildren(...page.querySelector(place)!.childNodes);
        }
        prepare();
        keepCurrentLinkInView();
        document.querySelector<HTMLElement>('#reference-content')!.focus({ preventScroll: true });
      },
    });
  });
}

const isPage = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && /^\/docs(?:\/|$)/.test(pathname) && !/\.(?:md|json)$/.test(pathname);

/** Reads a page by the browser itself, which parses the answer as a document whose scripts never run; the policy of the page allows no other way. */
function read(url: URL, signal: AbortSignal): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    signal.addEventListener('abort', () => request.abort());
    request.addEventListener('loadend', () => {
      const page = request.responseXML;
      if (request.status === 200 && page?.querySelector('#reference-content')) resolve(page);
      else if (signal.aborted) reject(signal.reason as Error);
      else location.assign(url);
    });
    request.send();
  });
}

function keepCurrentLinkInView(): void {
  document.querySelector('#reference-navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });
}
