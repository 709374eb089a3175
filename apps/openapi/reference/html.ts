import { Marked, type Tokens } from 'marked';
import { type Html, html } from '#platform/html';

/** As GitHub does, so that links of our documents lead there. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|&#?\w+;/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Wide code is scrolled by itself, also with the keyboard. */
export const codeBlock = (text: string): Html =>
  html`<div class="code">
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;

/** Renders Markdown of our own. `addressOf` says where a link leads, or null if it leads nowhere in the reference. */
export function rendered(markdown: string, addressOf: (href: string) => string | null): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${text}</h${depth}>\n`;
      },
      code: ({ text }: Tokens.Code): string => codeBlock(text).text,
      table(token: Tokens.Table): string {
        const cell = ({ tokens, header }: Tokens.TableCell): string => {
          const text = this.parser.parseInline(tokens);
          const tag = header && text !== '' ? 'th' : 'td';
          return `<${tag}>${text}</${tag}>`;
        };
        const row = (cells: Tokens.TableCell[]): string => `<tr>${cells.map(cell).join('')}</tr>`;
        const table = `<table><thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join('\n')}</tbody></table>`;
        return `<div class="scroll" tabindex="0">${table}</div>`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? text : `<a href="${html`${address}`.text}">${text}</a>`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => html`${text}`.text,
      image: ({ text }: Tokens.Image): string => html`${text}`.text,
    },
  });
  return marked.parse(markdown, { async: false });
}
