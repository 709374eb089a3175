import { type Html, html } from '#platform/html';
import { areaTitle, GROUPS } from './areas.ts';
import type { Operation } from './operations.ts';
import { linkTo, type Page } from './page.ts';

/** The sidebar: areas by task, the operations of the area that is open, and guides. */
export function navigationOf(page: Page, operations: ReadonlyMap<string, readonly Operation[]>, guides: readonly Page[]): Html {
  const item = (name: string, title: string, inner: Html | false = false): Html =>
    html`<li><a href="${linkTo(name)}" ${name === page.name && html` aria-current="page"`}>${title}</a>${inner}</li>`;
  const open = (area: string): Html | false =>
    area === page.area &&
    html`<ul>
      ${operations.get(area)!.map(({ id, summary }) => item(id, summary))}
    </ul>`;
  const section = (title: string, items: readonly Html[]): Html =>
    html`<section>
      <h2>${title}</h2>
      <ul>
        ${items}
      </ul>
    </section>`;
  const groups = GROUPS.map(({ title, areas }) =>
    section(
      title,
      Object.keys(areas)
        .filter((area) => operations.has(area))
        .map((area) => item(area, areaTitle(area), open(area))),
    ),
  );
  return html`${section('Start', [item('', 'Overview'), item('errors', 'Errors'), item('headers', 'Headers')])} ${groups}
  ${section(
    'Guides',
    guides.map(({ name, title }) => item(name, title)),
  )}`;
}
