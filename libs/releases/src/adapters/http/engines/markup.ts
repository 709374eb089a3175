/** Characters that XML 1.0 cannot have, also when they are escaped. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text in HTML or XML, also as the value of an attribute. */
export const escaped = (text: string): string =>
  text.replace(IMPOSSIBLE, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text as HTML that shows its paragraphs and lines. */
export const asHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
