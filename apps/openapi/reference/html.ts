import { Marked, type Tokens } from 'marked';
import { type Html, html } from '#platform/html';
import { IS_FOLD } from './folds.ts';

/** As GitHub does, so that links of our documents lead there. */
export const anchorOf = (heading: string): string =>
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

/** More fields than these, within another one, are folded. */
const MOST_FIELDS = 4;

/** Renders Markdown of our own. `addressOf` says where a link leads, or null if it leads nowhere in the reference. */
export function rendered(markdown: string, hasFields: boolean, addressOf: (href: string) => string | null): string {
  const fields = hasFields ? new FieldLists() : null;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens);
        const id = anchorOf(text);
        fields?.begin(id, depth);
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      list(token: Tokens.List): string | false {
        if (!fields) return false;
        const tag = token.ordered ? 'ol' : 'ul';
        const isNested = fields.depth > 0;
        const list = `<${tag}>${token.items.map((item) => this.listitem(item)).join('\n')}</${tag}>`;
        const count = token.items.length;
        return isNested && count > MOST_FIELDS ? `<details><summary>${count} fields</summary>${list}</details>` : list;
      },
      listitem(item: Tokens.ListItem): string | false {
        if (!fields) return false;
        const id = fields.enter(item);
        const content = this.parser.parse(item.tokens);
        fields.leave();
        if (id === null) return `<li>${content}</li>`;
        return `<li id="${id}">${content.replace(/^<code>[^<]*<\/code>/, (name) => `<a href="#${id}">${name}</a>`)}</li>`;
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
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        if (!IS_FOLD.test(text)) return html`${text}`.text;
        if (text.includes('<details name=')) fields?.nextForm();
        return text;
      },
      image: ({ text }: Tokens.Image): string => html`${text}`.text,
    },
  });
  return marked.parse(markdown, { async: false });
}

/** A long page: its sections are folded below their headings. */
export function withFoldedSections(text: string): string {
  const [lead, ...sections] = text.split(/(?=<h2 )/);
  return [
    lead,
    ...sections.map((section) =>
      section.replace(/^(<h2 [^]*?<\/h2>)([^]*)$/, '<details class="section"><summary>$1</summary>$2</details>\n'),
    ),
  ].join('');
}

/** Names the fields of a page: `body-customer.email`, or `body-2-customer.email` in the second form of a body. */
class FieldLists {
  private section = '';
  private form = 0;
  private readonly path: string[] = [];

  get depth(): number {
    return this.path.length;
  }

  begin(section: string, depth: number): void {
    if (depth > 2) return;
    this.section = section;
    this.form = 0;
  }

  nextForm(): void {
    this.form += 1;
  }

  /** The name of the field that an item is about; null if it is about none. */
  enter({ tokens: [first] }: Tokens.ListItem): string | null {
    const [name, , facts] = (first as Tokens.Text | undefined)?.tokens ?? [];
    const isField = name?.type === 'codespan' && facts?.type === 'em';
    this.path.push(isField ? (name as Tokens.Codespan).text : `${(first as Tokens.Text).text.replaceAll(/\W+/g, '_')}`);
    return isField ? [this.section, ...(this.form > 0 ? [this.form] : []), this.path.join('.')].join('-') : null;
  }

  leave(): void {
    this.path.pop();
  }
}
