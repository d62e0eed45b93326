import type { Ink, Pdf } from './open-pdf.server.ts';

export type Flow = ReturnType<typeof openFlow>;

/** Writes one thing below the other, and goes on at the top of a new page when one is full; sizes in points. */
export function openFlow(pdf: Pdf, { margin, foot }: { margin: number; foot: number }) {
  let y = margin;
  const { width, height } = pdf.page();
  const inside = width - 2 * margin;
  return {
    x: margin,
    width: inside,
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
    /** Begins a new page unless so much is free on this one. */
    room(needed: number) {
      if (y + needed <= height - foot) return;
      pdf.newPage();
      y = margin;
    },
    /** Writes a paragraph or a heading; one that is longer than a page is cut. */
    write(text: string, ink: Ink & { tag?: string } = {}, below = 4) {
      const tall = Math.min(pdf.heightOf(text, inside, ink), this.full);
      this.room(tall);
      pdf.write(text, { x: margin, y, width: inside, height: tall + 4 }, ink);
      y += tall + below;
    },
    /** Writes rows of cells that share the width by their parts; a line is above each. */
    rows(rows: readonly (readonly string[])[], parts: readonly number[], ink: readonly Ink[] = []) {
      const table = pdf.table();
      for (const row of rows) {
        let left = margin;
        const cells = row.map((text, at) => {
          const cell = { text, x: left, width: inside * parts[at]! - 8, ...ink[at] };
          left += inside * parts[at]!;
          return cell;
        });
        const tall = Math.max(...cells.map(({ text, width: wide, ...how }) => pdf.heightOf(text, wide, how))) + 7;
        this.room(tall);
        pdf.line(margin, y, inside, pdf.colours.line);
        table.row(cells, y + 4);
        y += tall;
      }
      table.end();
    },
  };
}
