/** Kept for the next operation while the document is open; nothing else stores it. */
let token = '';

const SHOWN_HEADERS = ['content-type', 'x-request-id', 'ratelimit', 'retry-after', 'location'];

/** Lets the form of an operation send its request, to this service and with nothing but the token that was pasted. */
export function prepareTryIt(): void {
  const form = document.querySelector<HTMLFormElement>('.try-it form');
  if (!form) return;
  form.closest('details')!.hidden = false;
  const field = form.querySelector<HTMLInputElement>('[name=token]');
  if (field) {
    field.value = token;
    field.addEventListener('input', () => (token = field.value.trim()));
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector('.answer')!;
  const button = form.querySelector('button')!;
  button.disabled = true;
  const from = performance.now();
  try {
    const response = await fetch(...requestOf(form));
    const text = await textOf(response);
    const headers = SHOWN_HEADERS.flatMap((name) =>
      response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : [],
    );
    const status = `${response.status} ${response.statusText}, ${Math.round(performance.now() - from)} ms`;
    answer.replaceChildren(line('strong', status), line('pre', [...headers, '', text].join('\n')));
  } catch (error) {
    answer.replaceChildren(line('strong', `No answer: ${(error as Error).message}`));
  } finally {
    button.disabled = false;
  }
}

function requestOf(form: HTMLFormElement): [string, RequestInit] {
  const { method = 'GET', path = '', type = '', version = '' } = form.dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  let target = path;
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    if (dataset['in'] === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (dataset['in'] === 'header') headers.set(name, value);
    else query.append(name, value);
  }
  if (token !== '' && form.querySelector('[name=token]')) headers.set('authorization', `Bearer ${token}`);
  if (type !== '') headers.set('content-type', type);
  if (version !== '') headers.set('polar-version', version);
  const text = form.querySelector<HTMLTextAreaElement>('[name=body]')?.value;
  const body =
    type === 'application/x-www-form-urlencoded' && text ? new URLSearchParams(JSON.parse(text) as Record<string, string>) : text;
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return [target + search, { method, headers, credentials: 'omit', ...(body === undefined ? {} : { body }) }];
}

/** JSON so that people can read it. What is no text is not shown. */
async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text|csv|jwt/.test(type)) return '';
  const text = await response.text();
  return type.includes('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function line(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  if (name === 'pre') element.tabIndex = 0;
  return element;
}
