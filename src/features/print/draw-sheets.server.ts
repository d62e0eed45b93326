import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import type { PrintedPicture } from './draw-brochure.server.ts';
import { openFlow, openPdf } from './open-pdf.server.ts';
import type { PrintWords } from './print-words.view.ts';

/** What a report to an owner says. */
export interface ReportWords {
  language: string;
  agency: string;
  title: string;
  /** Below the title: address, reference, day of the report. */
  lines: readonly string[];
  parts: readonly { title: string; text: string | null; rows: readonly (readonly string[])[] }[];
  /** Views of each day, oldest first, with what they are called. */
  chart: { title: string; alt: string; days: readonly number[]; from: string; to: string };
}

const CHART = 110;

/** Draws the report of a property for its owner, A4: figures, a chart of the views, tables. */
export function drawReport(
  { language, agency, title, lines, parts, chart }: ReportWords,
  brand: DrawnBrand,
): Promise<Buffer> {
  const pdf = openPdf({ size: 'A4', language, title, author: agency, brand });
  const flow = openFlow(pdf, { margin: 42, foot: 50 });
  const second = { colour: pdf.colours['ink-2'] } as const;
  flow.write(agency, { ...second, font: 'display', size: 13 }, 2);
  flow.write(title, { font: 'display', size: 22, tag: 'H1' }, 4);
  for (const line of lines) flow.write(line, second, 2);
  flow.skip(14);
  flow.write(chart.title, { font: 'display', size: 14, tag: 'H2' });
  const [most, top] = [Math.max(1, ...chart.days), flow.y];
  const step = flow.width / chart.days.length;
  pdf.figure(chart.alt, { x: flow.x, y: top, width: flow.width, height: CHART }, () => {
    for (const [at, views] of chart.days.entries()) {
      const height = (views / most) * (CHART - 4);
      pdf.doc.rect(flow.x + at * step, top + CHART - height, step * 0.7, height).fill(pdf.colours['ink-2']);
    }
  });
  pdf.line(flow.x, top + CHART, flow.width);
  flow.skip(CHART + 4);
  pdf.write(chart.to, { x: flow.x, y: flow.y, width: flow.width }, { ...second, size: 7.5, end: true });
  flow.write(chart.from, { ...second, size: 7.5 }, 14);
  for (const part of parts) {
    flow.room(60);
    flow.write(part.title, { font: 'display', size: 14, tag: 'H2' });
    if (part.text) flow.write(part.text, second, 6);
    const columns = part.rows[0]?.length ?? 0;
    const share = columns > 0 ? [0.4, ...Array.from({ length: columns - 1 }, () => 0.6 / (columns - 1))] : [];
    flow.rows(part.rows, share, [
      {},
      ...Array.from({ length: Math.max(0, columns - 1) }, () => ({ font: 'bold' }) as const),
    ]);
    flow.skip(14);
  }
  return pdf.end((page, of) => {
    const { width, height } = pdf.page();
    const small = pdf.doc.font('text').fontSize(7.5).fillColor(pdf.colours['ink-2']);
    small.text(`${page} / ${of}`, 42, height - 32, { width: width - 84, align: 'right', lineBreak: false });
  });
}

/** A viewing as an agent takes it along. */
export interface PrintedViewing {
  time: string;
  property: string;
  address: string;
  visitor: string;
  phone: string;
  state: string;
}

/** The viewings of one day, with its name. */
export interface PrintedDay {
  title: string;
  viewings: readonly PrintedViewing[];
}

/** The words around the viewings; `none`: for a day without one. */
export interface ViewingListWords {
  language: string;
  title: string;
  agency: string;
  /** Headings of the columns: time, property, visitor, notes. */
  headings: readonly [string, string, string, string];
  none: string;
}

/** Draws the viewings of some days for an agent, A4, with room for notes. */
export function drawViewingList(
  days: readonly PrintedDay[],
  { language, title, agency, headings, none }: ViewingListWords,
  brand: DrawnBrand,
): Promise<Buffer> {
  const pdf = openPdf({ size: 'A4', language, title, author: agency, brand });
  const flow = openFlow(pdf, { margin: 42, foot: 50 });
  flow.write(agency, { font: 'display', size: 13, colour: pdf.colours['ink-2'] }, 2);
  flow.write(title, { font: 'display', size: 22, tag: 'H1' }, 10);
  const parts = [0.12, 0.36, 0.26, 0.26];
  const bold = { font: 'bold' } as const;
  for (const day of days) {
    flow.room(110);
    flow.write(day.title, { font: 'display', size: 14, tag: 'H2' });
    if (day.viewings.length === 0) flow.write(none, { colour: pdf.colours['ink-2'] });
    else
      flow.rows(
        [
          [...headings],
          ...day.viewings.map(({ time, property, address, visitor, phone, state }) => [
            time,
            `${property}\n${address}\n${state}`,
            `${visitor}\n${phone}`,
            '\n\n\n',
          ]),
        ],
        parts,
        [bold, {}, {}, {}],
      );
    flow.skip(16);
  }
  return pdf.end((page, of) => {
    const { width, height } = pdf.page();
    const small = pdf.doc.font('text').fontSize(7.5).fillColor(pdf.colours['ink-2']);
    small.text(`${page} / ${of}`, 42, height - 32, { width: width - 84, align: 'right', lineBreak: false });
  });
}

/** The size of A4 in landscape, in points; an A3 sheet is the same drawing, larger. */
const [WIDTH, HEIGHT] = [841.89, 595.28];
const PHOTO = 545;
const LARGER = { A4: 1, A3: Math.SQRT2 };

/** Draws the card of a property for the window of the agency, landscape: photograph, price, figures, label, QR code. */
export function drawWindowCard(
  { facts, listing, agency, contact, href, language, words, energy, licence }: PrintWords,
  photo: PrintedPicture | undefined,
  size: 'A3' | 'A4',
  brand: DrawnBrand,
): Promise<Buffer> {
  const pdf = openPdf({ size, layout: 'landscape', language, title: facts.title, author: agency, brand });
  const second = { colour: pdf.colours['ink-2'] };
  pdf.doc.scale(LARGER[size]);
  if (photo) pdf.picture(photo.jpeg, { x: 0, y: 0, width: PHOTO, height: HEIGHT }, photo.alt);
  else pdf.decorate(() => void pdf.doc.rect(0, 0, PHOTO, HEIGHT).fill(pdf.colours.sunk));
  const [x, width] = [PHOTO + 26, WIDTH - PHOTO - 52];
  if (!pdf.logo(agency, { x, y: 28, height: 30 }))
    pdf.write(agency, { x, y: 34, width }, { font: 'display', size: 19 });
  pdf.line(x, 66, width);
  pdf.decorate(() => void pdf.doc.rect(x, 65, 40, 3).fill(pdf.colours.accent));
  if (facts.state) {
    pdf.decorate(() => void pdf.doc.rect(0, 34, 250, 34).fill(pdf.colours.accent));
    pdf.write(
      facts.state,
      { x: 18, y: 43, width: 222, height: 18 },
      { font: 'bold', size: 12, colour: pdf.colours['on-accent'] },
    );
  }
  let y = pdf.write(words.goal, { x, y: 80, width }, { font: 'bold', size: 12, colour: pdf.colours.accent }) + 2;
  y = pdf.write(facts.place, { x, y, width, height: 44 }, { ...second, size: 13 }) + 4;
  y = pdf.writeToFit(facts.title, { x, y, width, height: 68 }, { font: 'display', size: 24, tag: 'H1' }) + 6;
  // Who passes by reads the price from the other side of the street.
  y = pdf.writeToFit(facts.price, { x, y, width, height: 46 }, { font: 'display', size: 38 }) + 14;
  for (const [name, value] of facts.figures.slice(0, 4)) {
    pdf.line(x, y, width);
    pdf.write(name, { x, y: y + 7, width: width * 0.6, height: 18 }, { ...second, size: 13 });
    pdf.write(
      value,
      { x: x + width * 0.5, y: y + 5, width: width * 0.5, height: 20 },
      { font: 'bold', size: 15, end: true },
    );
    y += 30;
  }
  pdf.line(x, y, width);
  const { label } = listing;
  if (label) pdf.label(label, { x, y: y + 16, height: 34 }, words.label);
  pdf.write(
    energy,
    { x: x + (label ? 72 : 0), y: y + 15, width: width - (label ? 72 : 0), height: 76 },
    { ...second, size: 9.5 },
  );
  const code = 76;
  pdf.code(href, { x: x + width - code, y: HEIGHT - 34 - code, width: code }, href);
  const { name: who, phone } = contact;
  const foot = { x, width: width - code - 10 };
  pdf.write(words.reference, { ...foot, y: HEIGHT - 34 - code }, { ...second, size: 9 });
  pdf.write(who, { ...foot, y: HEIGHT - 71, height: 16 }, { size: 11.5 });
  pdf.write(phone.text, { ...foot, y: HEIGHT - 53, height: 24 }, { font: 'bold', size: 17 });
  pdf.write(licence, { x, y: HEIGHT - 25, width }, { ...second, size: 7.5 });
  return pdf.end();
}
