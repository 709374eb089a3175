/**
 * Prints what Unicode says about characters, for `nfkc.go`: `node nfkc.mjs > nfkc.txt`. The versions of Unicode keep what they have once said.
 * Each line has a letter and entries in hexadecimal, as `from=to` with several characters joined by `+`:
 * `d` decompositions (NFKD), `c` compositions (NFC), `k` classes of marks in their order, and `u` upper cases of several characters.
 */
const hex = (text) => Array.from(text, (each) => each.codePointAt(0).toString(16)).join('+');
const isHangul = (code) => code >= 0xac00 && code <= 0xd7a3;

const lines = { d: [], c: [], k: [], u: [] };
/** One mark of each class that was found, in the order of classes. */
const classes = [];
const marks = [];
/** Marks of different classes are put in order, those of one class stay as they are. */
const isAfter = (mark, other) => (mark + other).normalize('NFD') !== mark + other;

for (let code = 0; code <= 0x10ffff; code++) {
  if ((code >= 0xd800 && code <= 0xdfff) || isHangul(code)) continue;
  const text = String.fromCodePoint(code);
  const [decomposed, compatible, upper] = [text.normalize('NFD'), text.normalize('NFKD'), text.toUpperCase()];
  if (compatible !== text) lines.d.push(`${hex(text)}=${hex(compatible)}`);
  if ([...upper].length > 1) lines.u.push(`${hex(text)}=${hex(upper)}`);
  if (decomposed !== text && text.normalize('NFC') === text) {
    const characters = [...decomposed];
    const last = characters.pop();
    lines.c.push(`${hex(characters.join('').normalize('NFC') + last)}=${hex(text)}`);
  }
  // U+0345 is the only mark of the last class.
  const isMark = decomposed === text && (text === '\u0345' || isAfter('\u0345', text));
  if (!isMark) continue;
  marks.push(text);
  if (!classes.some((each) => !isAfter(text, each) && !isAfter(each, text))) {
    const place = classes.findIndex((each) => isAfter(each, text));
    classes.splice(place < 0 ? classes.length : place, 0, text);
  }
}
for (const mark of marks) {
  const place = classes.findIndex((each) => !isAfter(mark, each) && !isAfter(each, mark));
  lines.k.push(`${hex(mark)}=${(place + 1).toString(16)}`);
}

const WIDTH = 140;
for (const [letter, entries] of Object.entries(lines)) {
  let line = letter;
  for (const entry of entries) {
    if (line.length + entry.length >= WIDTH) {
      process.stdout.write(`${line}\n`);
      line = letter;
    }
    line += ` ${entry}`;
  }
  process.stdout.write(`${line}\n`);
}
