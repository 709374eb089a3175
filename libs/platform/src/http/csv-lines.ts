/** Thrown for text that is not CSV; the message says why. */
export class MalformedCsv extends Error {}

const SEPARATORS = /[",\r\n]/g;
const WRONG_QUOTES = 'A quote must be closed, and be followed by a comma or the end of the line';

/** The position of the closing quote of the field that starts at `start` with a quote. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) throw new MalformedCsv(WRONG_QUOTES);
    if (text[at + 1] !== '"') return at;
  }
}

function endOfPlain(text: string, start: number): number {
  SEPARATORS.lastIndex = start;
  return SEPARATORS.exec(text)?.index ?? text.length;
}

/**
 * The fields of each line (RFC 4180), at most `maxFields`. A blank line has one empty field. A line is read when it is asked for,
 * in time proportional to its length.
 */
export function* csvLines(text: string, maxFields: number): Generator<string[], void> {
  let line: string[] = [];
  for (let at = 0; at < text.length;) {
    if (line.length === maxFields) throw new MalformedCsv(`A line has more than ${maxFields} fields`);
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      line.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const end = endOfPlain(text, at);
      line.push(text.slice(at, end).trim());
      at = end;
    }
    if (text[at] === ',') {
      at++;
      if (at < text.length) continue;
      line.push('');
    } else if (text[at] === '\n') at++;
    else if (text.startsWith('\r\n', at)) at += 2;
    else if (at < text.length) throw new MalformedCsv(WRONG_QUOTES);
    yield line;
    line = [];
  }
}
