/** Part of a page that is shown when somebody asks for it. */
export const folded = (title: string, markdown: string): string => `${opening(title)}\n\n${markdown}\n\n</details>`;

/** Parts of which one is shown at a time, the first one at once. */
export function tabs(group: string, parts: readonly (readonly [title: string, markdown: string])[]): string {
  const details = parts.map(
    ([title, markdown], index) =>
      `${opening(title, ` name="${group}"${index === 0 ? ' open' : ''}`)}\n\n${markdown}\n\n</details>`,
  );
  return ['<div class="forms">', ...details, '</div>'].join('\n\n');
}

const opening = (title: string, attributes = ''): string => `<details${attributes}><summary>${title}</summary>`;

/** What these write, and nothing else of HTML, is sent to browsers as it is. */
export const IS_FOLD =
  /^\s*(?:<details(?: name="[\w-]+"(?: open)?)?><summary>[^<>&]*<\/summary>|<\/details>|<div class="forms">|<\/div>)\s*$/;
