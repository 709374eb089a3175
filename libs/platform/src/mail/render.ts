import type { Email, EmailPart } from '#kernel';
import { escaped } from '#platform/html';

/** Replaces line breaks, which would start a new header in a name or subject. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Empty unless the URL is HTTP or HTTPS: no `javascript:` links in HTML. */
const safeUrl = (link: string): string => (/^https?:\/\//i.test(link) ? link : '');

function textOf(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `${part.label}: ${safeUrl(part.link)}`;
  return part.caption ? `${part.caption}: ${part.code}` : part.code;
}

const PARAGRAPH = 'margin:0 0 16px';
const CODE = 'display:inline-block;padding:8px 12px;background:#f2f2f2;border-radius:4px;font:600 18px monospace';
const BUTTON = 'display:inline-block;padding:10px 16px;background:#1a1a1a;color:#ffffff;border-radius:4px;text-decoration:none';

function htmlOf(part: EmailPart): string {
  if (typeof part === 'string') return `<p style="${PARAGRAPH}">${escaped(part)}</p>`;
  if ('link' in part) {
    const link = `<a href="${escaped(safeUrl(part.link))}" style="${BUTTON}">${escaped(part.label)}</a>`;
    return `<p style="${PARAGRAPH}">${link}</p>`;
  }
  const caption = part.caption ? `${escaped(part.caption)}<br>` : '';
  return `<p style="${PARAGRAPH}">${caption}<span style="${CODE}">${escaped(part.code)}</span></p>`;
}

/** The email as plain text and as HTML, with the same content. */
export function render({ from, subject, parts }: Email): { readonly text: string; readonly html: string } {
  const signed: readonly EmailPart[] = [...parts, oneLine(from)];
  const body = signed.map(htmlOf).join('\n');
  return {
    text: `${signed.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html>
<html><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1a1a">
${body}
</body></html>
`,
  };
}
