import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { itemAt } from '../../platform/values/values.ts';
import { boldFile, type DrawnBrand } from '../brand/drawn-brand.server.ts';

export type Flow = ReturnType<typeof openFlow>;

/** Space between two columns, in points. */
const BETWEEN = 24;
/** Columns of equal height may differ by so much: a heading stays with its rows. */
const UNEVEN = 60;

/**
 * Writes one thing below the other, in one column or more, and goes on in the next column, or at the top of a new page,
 * when one is full; sizes in points.
 */
export function openFlow(pdf: Pdf, { margin, foot }: { margin: number; foot: number }) {
  const { width, height } = pdf.page();
  const inside = width - 2 * margin;
  let y = margin;
  let top = margin;
  let lowest = margin;
  let column = 0;
  let columns = 1;
  let rest = Number.POSITIVE_INFINITY;
  const begin = () => {
    rest -= columns * (height - foot - top);
    pdf.newPage();
    column = 0;
    y = margin;
    top = margin;
    lowest = margin;
  };
  return {
    get x() {
      return margin + column * (this.width + BETWEEN);
    },
    get width() {
      return (inside - (columns - 1) * BETWEEN) / columns;
    },
    /** The height of an empty page. */
    full: height - margin - foot,
    get y() {
      return y;
    },
    moveTo(place: number) {
      y = place;
    },
    skip(points: number) {
      y += points;
    },
    /** Goes on in so many columns, below all that was written; columns of a page that holds all are equally tall. */
    split(into: number, tall = Number.POSITIVE_INFINITY) {
      y = Math.max(y, lowest);
      column = 0;
      columns = into;
      top = y;
      lowest = y;
      rest = tall;
    },
    /** Goes to the next column, or begins a new page, unless so much is free in this column. */
    room(needed: number) {
      const bottom = height - foot;
      const fair = column + 1 < columns ? top + rest / columns + UNEVEN : bottom;
      if (y + needed <= Math.min(bottom, fair)) return;
      lowest = Math.max(lowest, y);
      if (column + 1 === columns) return begin();
      column += 1;
      y = top;
    },
    /** Writes a paragraph or a heading; one that is longer than a page is cut. */
    write(text: string, ink: Ink & { tag?: string } = {}, below = 4) {
      const tall = Math.min(pdf.heightOf(text, this.width, ink), this.full);
      this.room(tall);
      pdf.write(text, { x: this.x, y, width: this.width, height: tall + 4 }, ink);
      y += tall + below;
    },
    /** Writes rows of cells that share the width by their parts; a line is above each. */
    rows(rows: readonly (readonly string[])[], parts: readonly number[], ink: readonly Ink[] = []) {
      const table = pdf.table();
      for (const row of rows) {
        const shares = parts.map((part) => part * this.width);
        const tallOf = (text: string, at: number) => pdf.heightOf(text, itemAt(shares, at) - 8, ink[at]);
        const tall = Math.max(...row.map(tallOf)) + 7;
        this.room(tall);
        pdf.line(this.x, y, this.width, pdf.colours.line);
        const cells = row.map((text, at) => {
          const before = shares.slice(0, at).reduce((sum, share) => sum + share, 0);
          return { text, x: this.x + before, width: itemAt(shares, at) - 8, ...ink[at] };
        });
        table.row(cells, y + 4);
        y += tall;
      }
      table.end();
    },
  };
}

type PdfFont = keyof DrawnBrand['fonts'];

/** Colours of the energy scale, best to worst. */
export const STEPS = ['#4aa564', '#7cb960', '#b1cb5d', '#e6d653', '#eeb64a', '#e8924a', '#e07a5c', '#d96a63'];

/** A box on a page, in points from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How text is written; a size in points. */
interface Ink {
  font?: PdfFont;
  size?: number;
  colour?: string;
}

export type Pdf = ReturnType<typeof openPdf>;

/** A heading of a row, for programs that read tables aloud (PDF/UA-1, 7.5). */
const ROW: object = { scope: 'Row' };

interface PdfParts {
  size: 'A3' | 'A4';
  layout?: 'portrait' | 'landscape';
  language: string;
  title: string;
  author: string;
  brand: DrawnBrand;
}

/** An empty document in the fonts of the agency: PDF/UA asks for tags, a language and a title that is shown. */
function openDocument({ size, layout = 'portrait', language, title, author, brand: { fonts } }: PdfParts) {
  const doc = new PDFDocument({
    ...{ size, layout, margin: 0, bufferPages: true, font: fonts.text.file },
    ...{ subset: 'PDF/UA' as never, pdfVersion: '1.7', tagged: true, lang: language, displayTitle: true },
    info: { Title: title, Author: author },
  });
  doc.registerFont('display', fonts.display.file);
  doc.registerFont('text', fonts.text.file);
  doc.registerFont('bold', boldFile(fonts));
  return doc;
}

/** Opens an empty PDF: tagged, with a language and a title, in the fonts and colours of the agency. */
export function openPdf(parts: PdfParts) {
  const { colours, logo } = parts.brand;
  const doc = openDocument(parts);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const root = doc.struct('Document');
  doc.addStructure(root);

  const ink = ({ font = 'text', size: points = 9.5, colour = colours.ink }: Ink) =>
    doc.font(font).fontSize(points).fillColor(colour);
  /** Draws what a reader skips. */
  const decorate = (draw: () => void) => {
    doc.markContent('Artifact');
    draw();
    doc.endMarkedContent();
  };
  return {
    doc,
    colours,
    /** The width of the logo at a height; 0 without a logo. */
    logoWidth: (height: number) => (logo ? (logo.width / logo.height) * height : 0),
    /** Draws the logo of the agency, whose name is `name`; returns its width, 0 without a logo. */
    logo(name: string, { x, y, height }: Omit<Box, 'width'>): number {
      if (!logo) return 0;
      const width = (logo.width / logo.height) * height;
      this.figure(name, { x, y, width, height }, () => void doc.image(Buffer.from(logo.png), x, y, { width, height }));
      return width;
    },
    /** The size of a page in points. */
    page: () => ({ width: doc.page.width, height: doc.page.height }),
    decorate,
    /** Height of a text in a width. */
    heightOf: (text: string, width: number, given: Ink = {}) => ink(given).heightOfString(text, { width, lineGap: 2 }),
    /** Width of a text on one line. */
    widthOf: (text: string, given: Ink = {}) => ink(given).widthOfString(text),
    /** A table of rows; the first cell of a row names it. */
    table() {
      const table = doc.struct('Table');
      root.add(table);
      return {
        row(cells: readonly (Ink & { text: string; x: number; width: number })[], y: number) {
          const row = doc.struct('TR');
          table.add(row);
          for (const [at, { text, x, width, ...how }] of cells.entries())
            row.add(
              doc.struct(
                at === 0 ? 'TH' : 'TD',
                at === 0 ? ROW : {},
                () => void ink(how).text(printable(text), x, y, { width, lineGap: 2 }),
              ),
            );
          row.end();
        },
        end: () => table.end(),
      };
    },
    /** Writes a text into a box as an element of the structure; what does not fit in its height is cut. */
    write(
      text: string,
      box: Omit<Box, 'height'> & { height?: number },
      given: Ink & { tag?: string; end?: true; href?: string } = {},
    ) {
      const { tag = 'P', end, href, ...how } = given;
      const { x, y, ...within } = box;
      const options = { ...within, lineGap: 2, ellipsis: true, ...(end && { align: 'right' as const }) };
      const draw = () => void ink(how).text(printable(text), x, y, { ...options, ...(href && { link: href }) });
      root.add(doc.struct(tag, {}, href ? [doc.struct('Link', { alt: text }, draw)] : draw));
      return doc.y;
    },
    /** Writes the largest size in which a text fits into a box. */
    writeToFit(text: string, box: Box, given: Ink & { tag?: string; size: number }) {
      let { size: points } = given;
      while (points > 8 && ink({ ...given, size: points }).heightOfString(text, { width: box.width }) > box.height)
        points *= 0.94;
      return this.write(text, box, { ...given, size: points });
    },
    /** Draws something that an alternative text describes. */
    figure(alt: string, { x, y, width, height }: Box, draw: () => void) {
      root.add(doc.struct('Figure', { alt, bbox: [x, y, x + width, y + height] } as never, draw));
    },
    /** Draws a JPEG so that it covers a box, or so that all of it is inside. */
    picture(bytes: Buffer, { x, y, width, height }: Box, alt: string, fit: 'cover' | 'fit' = 'cover') {
      const area: [number, number] = [width, height];
      const place = fit === 'cover' ? { cover: area } : { fit: area };
      const options: PDFKit.Mixins.ImageOption = { ...place, align: 'center', valign: 'center' };
      const draw = () => {
        doc.save().rect(x, y, width, height).clip();
        // A thread receives bytes without the class that they had.
        doc.image(Buffer.from(bytes), x, y, options);
        doc.restore();
      };
      if (alt) this.figure(alt, { x, y, width, height }, draw);
      else decorate(draw);
    },
    /** Draws a QR code that leads to an address. */
    code(address: string, { x, y, width }: Omit<Box, 'height'>, alt: string) {
      const { data, size: cells } = encode(address, { ecc: 'M', border: 0 });
      const cell = width / cells;
      const draw = () => {
        doc.fillColor(colours.ink);
        for (const [row, line] of data.entries())
          for (const [column, isDark] of line.entries())
            if (isDark) doc.rect(x + column * cell, y + row * cell, cell + 0.05, cell + 0.05);
        doc.fill();
      };
      this.figure(alt, { x, y, width, height: width }, draw);
    },
    /** The arrow of the energy scale with the letter of a label. */
    label({ text, step }: { text: string; step: number }, { x, y, height }: Omit<Box, 'width'>, alt: string) {
      const width = height * 1.75;
      const draw = () => {
        doc.fillColor(STEPS[step - 1] ?? colours.sunk);
        doc.polygon(
          [x, y],
          [x + width * 0.76, y],
          [x + width, y + height / 2],
          [x + width * 0.76, y + height],
          [x, y + height],
        );
        doc.fill();
        ink({ font: 'bold', size: height * 0.6 });
        doc.text(text, x, y + height * 0.16, { width: width * 0.8, align: 'center', lineBreak: false });
      };
      this.figure(alt, { x, y, width, height }, draw);
    },
    line(x: number, y: number, width: number, colour = colours.line) {
      decorate(
        () =>
          void doc
            .moveTo(x, y)
            .lineTo(x + width, y)
            .lineWidth(0.6)
            .strokeColor(colour)
            .stroke(),
      );
    },
    newPage: () => void doc.addPage(),
    /** Ends the file; `footer` draws on each page, with its number from 1 and the number of pages. */
    async end(footer: (page: number, of: number) => void = () => {}): Promise<Buffer> {
      const { count } = doc.bufferedPageRange();
      for (let at = 0; at < count; at += 1) {
        doc.switchToPage(at);
        decorate(() => footer(at + 1, count));
      }
      root.end();
      const ended = new Promise<void>((resolve) => doc.on('end', resolve));
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** A text with plain digits for the small ones below the line, such as that of CO₂, which few fonts have. */
function printable(text: string): string {
  return text.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080));
}
