/** What samples have in place of the organization of the reader. */
let shown = 'ORGANIZATION_ID';
let chosen: string | null = null;

interface Organization {
  readonly id: string;
  readonly name: string;
}

/** Asks for the organizations of whoever is signed in to the console: the service knows them by a cookie that no script can read. */
export async function offerOrganizations(): Promise<void> {
  const session = await fetch('/console/api/session');
  const { signed_in } = (await session.json()) as { signed_in?: boolean };
  if (!signed_in) return;
  const response = await fetch('/console/api/v1/organizations/?limit=100');
  const { items = [] } = (await response.json()) as { items?: readonly Organization[] };
  if (items.length === 0) return;
  const select = document.querySelector<HTMLSelectElement>('#reference-organization')!;
  select.append(...items.map(({ id, name }) => new Option(name, id)));
  const choose = (): void => {
    chosen = select.value;
    fillOrganization();
  };
  select.addEventListener('change', choose);
  select.closest('label')!.hidden = false;
  choose();
}

/** Puts the chosen organization into the samples and forms of the page. */
export function fillOrganization(from = shown): void {
  if (chosen === null) return;
  for (const code of document.querySelectorAll('.samples code')) code.textContent = code.textContent.replaceAll(from, chosen);
  for (const body of document.querySelectorAll('textarea')) body.value = body.value.replaceAll(from, chosen);
  shown = chosen;
}
