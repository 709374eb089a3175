import { DIRECTIONS } from '#support/languages';
import { DEFAULT_COLOR, type Email, type EmailPart, inkOn, rgbOf, WHITE } from '#support/mails';
import { Html, html } from '#platform/html';

/** Replaces line breaks, which would start a new header in a name or subject. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Empty unless the URL is HTTP or HTTPS: no `javascript:` links in HTML. */
const safeUrl = (link: string): string => (/^https?:\/\//i.test(link) ? link : '');

function textOf(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `${part.label}: ${safeUrl(part.link)}`;
  return part.caption ? `${part.caption}: ${part.code}` : part.code;
}

const WIDTH = 560;
const FONT =
  'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5';

/** Clients that know no style sheets use the colors of the elements. */
const STYLE = Html.constant(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#15171c!important}
.card{background:#22262e!important;border-color:#3a404b!important}
.text{color:#eceef2!important}
.code{background:#333945!important;color:#ffffff!important}
.button{border-color:#8b93a3!important}
}`);

/** Few clients know `start` and `end`. */
const sidesOf = ({ language }: Email) =>
  DIRECTIONS[language] === 'rtl' ? ({ start: 'right', end: 'left' } as const) : ({ start: 'left', end: 'right' } as const);

const CARD = `width:100%;max-width:${WIDTH}px;background:#ffffff;border:1px solid #e2e4ea;border-radius:12px;overflow-wrap:anywhere;word-break:break-word`;

const linesOf = (text: string): Html[] => text.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`);

function htmlOf(part: EmailPart, color: string): Html {
  if (typeof part === 'string') return html`<p class="text" style="margin:0 0 16px;color:#1a1a1a">${linesOf(part)}</p>`;
  if ('link' in part) {
    const [ink, link] = [inkOn(rgbOf(color)) === WHITE ? '#ffffff' : '#000000', safeUrl(part.link)];
    const style = `display:inline-block;padding:11px 20px;color:${ink};font-weight:600;text-decoration:none`;
    const label =
      link === ''
        ? html`<span style="${style}">${part.label}</span>`
        : html`<a href="${link}" style="${style}">${part.label}</a>`;
    return html`<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
      <tr>
        <td class="button" bgcolor="${color}" style="background:${color};border:1px solid ${color};border-radius:8px">
          ${label}
        </td>
      </tr>
    </table>`;
  }
  const style =
    'display:inline-block;padding:8px 12px;background:#f1f2f5;color:#1a1a1a;border-radius:6px;font:600 18px monospace;word-break:break-all';
  const caption = part.caption !== undefined && html`${part.caption}<br />`;
  return html`<p class="text" style="margin:0 0 16px;color:#1a1a1a">
    ${caption}<span class="code" dir="ltr" style="${style}">${part.code}</span>
  </p>`;
}

/** The name of the sender, behind its logo. */
function head(email: Email): Html {
  const { from, logoUrl } = email;
  const name = html`<td class="text" style="color:#1a1a1a;font-size:18px;font-weight:600">${oneLine(from)}</td>`;
  const logo = safeUrl(logoUrl ?? '');
  const style = 'display:block;border:0;border-radius:8px;background:#ffffff';
  const image =
    logo !== '' &&
    html`<td style="padding-${sidesOf(email).end}:12px">
      <img src="${logo}" alt="${oneLine(from)}" width="40" height="40" style="${style}" />
    </td>`;
  return html`<table role="presentation" border="0" cellpadding="0" cellspacing="0">
    <tr>
      ${image}${name}
    </tr>
  </table>`;
}

/** The email as plain text and as HTML, with the same content. */
export function render(email: Email): { readonly text: string; readonly html: string } {
  const { language, subject, parts } = email;
  const color = email.color ?? DEFAULT_COLOR;
  const bar =
    email.color !== null &&
    html`<tr>
      <td
        height="6"
        bgcolor="${color}"
        style="height:6px;line-height:6px;font-size:0;background:${color};border-radius:12px 12px 0 0"
      >
        &nbsp;
      </td>
    </tr>`;
  const card = `${CARD};text-align:${sidesOf(email).start}`;
  const document = html`<!doctype html>
    <html lang="${language}" dir="${DIRECTIONS[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${oneLine(subject)}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:#f1f2f5;${FONT}">
        <table
          role="presentation"
          class="page"
          width="100%"
          border="0"
          cellpadding="0"
          cellspacing="0"
          style="background:#f1f2f5"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              <table role="presentation" class="card" width="${WIDTH}" border="0" cellpadding="0" cellspacing="0" style="${card}">
                ${bar}
                <tr>
                  <td style="padding:28px 28px 20px">${head(email)}</td>
                </tr>
                <tr>
                  <td style="padding:0 28px 12px;${FONT}">${parts.map((part) => htmlOf(part, color))}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return { text: `${parts.map(textOf).join('\n\n')}\n`, html: document.text };
}
