/**
 * The JSON of a lease file that came by mail: without a byte order mark, the marks of a quotation, the wrapping of long lines, and what
 * was written before and after it. None of its texts contains a blank.
 */
export function fromMail(file: string): string {
  const joined = file
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(/^[>\s\ufeff]+/, '').replace(/=$/, ''))
    .join('')
    .replace(/[\s\u200b\u2060\ufeff]/g, '')
    .replace(/[\u201c-\u201f]/g, '"');
  return joined.slice(joined.indexOf('{'), joined.lastIndexOf('}') + 1);
}
