import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import { openPdf } from './open-pdf.server.ts';
import { openFlow } from './pdf-flow.view.ts';

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
