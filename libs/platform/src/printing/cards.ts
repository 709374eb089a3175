import { createRequire } from 'node:module';
import { pause } from '#support/slices';
import { COLUMNS, ROWS, type Sheet, SHEETS, startOf } from './paper.ts';
import { printable } from './printable.ts';

type CardPaper = keyof typeof SHEETS;

/** What all cards of a document say beside their own code. */
interface Card {
  readonly title: string;
  readonly subtitle: string;
  readonly lines: readonly string[];
  /** The address of the QR code. */
  readonly link: string;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PADDING = 12;
const QR_SIZE = 58;
const GAP = 8;
/** A title of two lines is at least as high. */
const TWO_LINES = 20;
const MARK = { length: 14, distance: 4, thickness: 0.4 } as const;
const INK = '#15181d';
const FAINT = '#5c6470';

const CODE_SIZE = 10;
/** A longer code is continued on another line. */
const SMALLEST_CODE_SIZE = 5;
/** The width of each character of the monospaced font, by its size. */
const ADVANCE = 1233 / 2048;

/**
 * A PDF with a card for each code, ten on a sheet with marks for cutting. It is made while the codes are read: no more than a sheet is
 * kept. What prints is loaded with the first document.
 */
export async function* printedCards(
  codes: AsyncIterable<string>,
  card: Card,
  { paper, title }: { readonly paper: CardPaper; readonly title: string },
): AsyncGenerator<Uint8Array, void> {
  const document = await openDocument(title);
  const sheet: Sheet = SHEETS[paper];
  const draw = await cardPainter(document, card);
  const start = startOf(sheet);
  const size: [number, number] = [sheet.width, sheet.height];
  let count = 0;
  const nextSheet = (): void => {
    document.addPage({ size, margin: 0 });
    drawMarks(document, sheet);
  };
  for await (const code of codes) {
    const place = count++ % (COLUMNS * ROWS);
    if (place === 0) {
      nextSheet();
      const finished = document.read() as Uint8Array | null;
      if (finished) yield finished;
      await pause();
    }
    const x = start.x + (place % COLUMNS) * sheet.card.width;
    const y = start.y + Math.floor(place / COLUMNS) * sheet.card.height;
    draw(code, { x, y, ...sheet.card });
  }
  if (count === 0) nextSheet();
  document.end();
  yield* document as AsyncIterable<Uint8Array>;
}

async function openDocument(title: string): Promise<PDFKit.PDFDocument> {
  const { default: Document } = await import('pdfkit');
  const { resolve } = createRequire(import.meta.url);
  const [text, bold, code] = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono'].map((name) =>
    resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`),
  ) as [string, string, string];
  // Without a font, the library would read one of its own, which is not beside a bundled program.
  const document = new Document({ autoFirstPage: false, font: text, info: { Title: printable(title) } });
  return document.registerFont('text', text).registerFont('bold', bold).registerFont('code', code);
}

/** Short lines outside of the cards, where a blade begins. */
function drawMarks(document: PDFKit.PDFDocument, sheet: Sheet): void {
  const { x, y } = startOf(sheet);
  const { length, distance, thickness } = MARK;
  const right = sheet.width - x + distance;
  const bottom = sheet.height - y + distance;
  for (let column = 0; column <= COLUMNS; column++) {
    const at = x + column * sheet.card.width;
    document.moveTo(at, y - distance - length).lineTo(at, y - distance);
    document.moveTo(at, bottom).lineTo(at, bottom + length);
  }
  for (let row = 0; row <= ROWS; row++) {
    const at = y + row * sheet.card.height;
    document.moveTo(x - distance - length, at).lineTo(x - distance, at);
    document.moveTo(right, at).lineTo(right + length, at);
  }
  document.lineWidth(thickness).stroke(INK);
}

async function cardPainter(document: PDFKit.PDFDocument, card: Card): Promise<(code: string, box: Box) => void> {
  const qr = await qrPath(card.link);
  const [title, subtitle] = [printable(card.title), printable(card.subtitle)];
  const lines = card.lines.map(printable).join('\n');
  return (code, box) => {
    const x = box.x + PADDING;
    const y = box.y + PADDING;
    const width = box.width - 2 * PADDING;
    const beside = width - QR_SIZE - GAP;
    document
      .save()
      .translate(x + beside + GAP, y)
      .fillColor(INK)
      .addContent(qr)
      .restore();
    document.fillColor(INK).font('bold', 11).text(title, x, y, { width: beside, height: TWO_LINES, ellipsis: true });
    document
      .fillColor(FAINT)
      .font('text', 8)
      .text(subtitle, x, document.y + 3, { width: beside, height: 1, ellipsis: true });
    drawCode(document, code, { x, y: y + QR_SIZE + 4, width, height: 16 });
    const below = y + QR_SIZE + 25;
    document
      .fillColor(FAINT)
      .font('text', 6.5)
      .text(lines, x, below, { width, height: box.y + box.height - below - 4 });
  };
}

function drawCode(document: PDFKit.PDFDocument, code: string, { x, y, width, height }: Box): void {
  const fitting = width / (code.length * ADVANCE);
  const size = Math.max(SMALLEST_CODE_SIZE, Math.min(CODE_SIZE, fitting));
  const perLine = Math.floor(width / (size * ADVANCE) + 1e-6);
  document.fillColor(INK).font('code', size);
  const lines = Array.from({ length: Math.ceil(code.length / perLine) }, (_, line) =>
    code.slice(line * perLine, (line + 1) * perLine),
  );
  const top = y + (height - lines.length * size) / 2;
  // With features, the font keeps no layout of a text that is printed once.
  lines.forEach((line, index) => document.text(line, x, top + index * size, { lineBreak: false, features: [] }));
}

/** The modules of a QR code as operators of a PDF, which fill a square at the origin. */
async function qrPath(link: string): Promise<string> {
  const { encode } = await import('uqr');
  const { data, size } = encode(link, { ecc: 'M', border: 0 });
  const unit = QR_SIZE / size;
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => [index, y, run.length, 1].map((each) => (each * unit).toFixed(3)).join(' ')),
  );
  return `${runs.map((run) => `${run} re`).join('\n')}\nf`;
}
