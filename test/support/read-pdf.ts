import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { getDocumentProxy } from 'unpdf';

const MODULE_PIXELS = 4;
const QUIET_ZONE = 4;

interface Page {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Its lines, each as it is printed, from top to bottom and from left to right. */
  readonly texts: readonly string[];
}

/** The pages of a PDF. */
export async function pagesOf(pdf: Uint8Array): Promise<Page[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: Page[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const { width, height } = page.getViewport({ scale: 1 });
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
    pages.push({ width, height, texts });
  }
  return pages;
}

/** What the QR codes of a PDF say, each of which is filled rectangles and nothing else. */
export function qrCodesOf(pdf: Uint8Array): string[] {
  return contentsOf(Buffer.from(pdf)).flatMap((content) =>
    [...content.matchAll(/((?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+)f\b/g)].map(([, path]) => decoded(path!)),
  );
}

/** The streams of operators. */
function contentsOf(pdf: Buffer): string[] {
  const contents: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at)) {
    const end = pdf.indexOf('endstream', at);
    const head = pdf.subarray(Math.max(0, at - 200), at).toString('latin1');
    const isFont = /\/(Length1|Subtype \/(?:CIDFontType0C|OpenType))/.test(head.slice(head.lastIndexOf(' obj')));
    if (!isFont) contents.push(inflateSync(pdf.subarray(at + 'stream\n'.length, end)).toString('latin1'));
    at = end + 'endstream'.length;
  }
  return contents;
}

function decoded(path: string): string {
  const boxes = [...path.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((match) => match.slice(1).map(Number));
  const unit = boxes[0]![3]!;
  const modules = Math.round(Math.max(...boxes.map(([x, , width]) => x! + width!)) / unit);
  const side = (modules + 2 * QUIET_ZONE) * MODULE_PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [x, y, width, height] of boxes as [number, number, number, number][]) {
    const pixel = (length: number): number => Math.round(length / unit) * MODULE_PIXELS;
    const offset = QUIET_ZONE * MODULE_PIXELS;
    for (let row = pixel(y); row < pixel(y + height); row++)
      for (let column = pixel(x); column < pixel(x + width); column++)
        pixels.fill(0, ((row + offset) * side + column + offset) * 4, ((row + offset) * side + column + offset) * 4 + 3);
  }
  const read = jsQR as unknown as (pixels: Uint8ClampedArray, width: number, height: number) => { readonly data: string } | null;
  return read(pixels, side, side)?.data ?? '';
}
