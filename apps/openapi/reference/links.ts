import { Lexer, type Token, walkTokens } from 'marked';
import { posix } from 'node:path';
import { FIRST_MINUTES, GUIDES } from './guides.ts';
import { linkTo, type Page } from './page.ts';
import { BASE_URL } from './samples/sample-request.ts';

/** Documents of the repository that are pages by another name, or of which a part is one. */
const OTHER_NAMES: { readonly [target: string]: string } = { index: '', [`${GUIDES}/README`]: '', README: FIRST_MINUTES };

const IS_OUTSIDE = /^(?:https?:|mailto:|#|\/(?!docs\/))/;

/** Where the links of pages lead. In the documents they lead from file to file; those to files that are no pages lead nowhere. */
export class Links {
  constructor(private readonly names: ReadonlySet<string>) {}

  /** The address for people, or null if it leads nowhere in the reference. */
  addressOf(href: string, from: string): string | null {
    return this.resolved(href, from, (name) => linkTo(name));
  }

  /** The Markdown of a page with whole addresses of the Markdown of other pages. A link that leads nowhere is its text. */
  markdownOf({ markdown, name: from }: Page): string {
    let rest = markdown;
    let text = '';
    for (const { raw, href, label } of linksIn(markdown)) {
      const [written, at] = find(raw, rest);
      const address = href.startsWith('#')
        ? href
        : this.resolved(href, from, (name) => `${BASE_URL}${linkTo(name || 'index')}.md`);
      text += rest.slice(0, at) + (address === null ? label : `[${label}](${address.replace(/^(?=\/)/, BASE_URL)})`);
      rest = rest.slice(at + written.length);
    }
    return text + rest;
  }

  private resolved(href: string, from: string, addressOf: (name: string) => string): string | null {
    if (IS_OUTSIDE.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = path.startsWith('/docs/') ? path.slice('/docs/'.length) : posix.join(posix.dirname(from), path);
    const target = file.replace(/\.md$/, '');
    const other = OTHER_NAMES[target];
    if (other !== undefined) return addressOf(other);
    if (!this.names.has(target)) return null;
    return addressOf(target) + (anchor === undefined ? '' : `#${anchor}`);
  }
}

interface Link {
  readonly raw: string;
  readonly href: string;
  /** Its text, in Markdown. */
  readonly label: string;
}

/** The links of a text that have a text, in its order. */
function linksIn(markdown: string): readonly Link[] {
  const links: Link[] = [];
  walkTokens(new Lexer().lex(markdown), (token: Token) => {
    const label = token.type === 'link' ? /^\[([^]*)\]\(/.exec(token.raw)?.[1] : undefined;
    if (token.type === 'link' && label !== undefined) links.push({ raw: token.raw, href: token['href'] as string, label });
  });
  return links;
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Where a link stands in a text. Within a list, its lines are indented there. */
function find(raw: string, text: string): readonly [written: string, at: number] {
  const found = new RegExp(
    raw
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s+`),
  ).exec(text);
  if (!found) throw new Error(`The link ${raw} is not where the text has it`);
  return [found[0], found.index];
}
