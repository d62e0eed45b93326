import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import { openPdf } from './open-pdf.server.ts';
import { openFlow } from './pdf-flow.view.ts';

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
