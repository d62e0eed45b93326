import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import type { PrintedPicture } from './draw-brochure.server.ts';
import { openPdf } from './open-pdf.server.ts';
import type { PrintWords } from './print-words.view.ts';

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
  pdf.line(x, 64, width);
  if (facts.state) {
    pdf.decorate(() => void pdf.doc.rect(0, 34, 250, 34).fill(pdf.colours.accent));
    pdf.write(
      facts.state,
      { x: 18, y: 43, width: 222, height: 18 },
      { font: 'bold', size: 12, colour: pdf.colours['on-accent'] },
    );
  }
  let y = pdf.write(facts.place, { x, y: 82, width, height: 30 }, { ...second, size: 11 }) + 4;
  y = pdf.writeToFit(facts.title, { x, y, width, height: 100 }, { font: 'display', size: 27, tag: 'H1' }) + 6;
  y = pdf.writeToFit(facts.price, { x, y, width, height: 26 }, { font: 'bold', size: 21 }) + 14;
  for (const [name, value] of facts.figures.slice(0, 4)) {
    pdf.line(x, y, width);
    pdf.write(name, { x, y: y + 7, width: width * 0.6, height: 14 }, { ...second, size: 10.5 });
    pdf.write(
      value,
      { x: x + width * 0.6, y: y + 7, width: width * 0.4, height: 14 },
      { font: 'bold', size: 10.5, end: true },
    );
    y += 27;
  }
  pdf.line(x, y, width);
  const { label } = listing;
  if (label) pdf.label(label, { x, y: y + 16, height: 34 }, words.label);
  pdf.write(
    energy,
    { x: x + (label ? 72 : 0), y: y + 15, width: width - (label ? 72 : 0), height: 76 },
    { ...second, size: 8.5 },
  );
  const code = 76;
  pdf.code(href, { x: x + width - code, y: HEIGHT - 34 - code, width: code }, href);
  const { name: who, phone } = contact;
  const foot = { x, width: width - code - 10 };
  pdf.write(words.reference, { ...foot, y: HEIGHT - 34 - code }, { ...second, size: 9 });
  pdf.write(who, { ...foot, y: HEIGHT - 68, height: 14 }, { size: 10.5 });
  pdf.write(phone.text, { ...foot, y: HEIGHT - 52, height: 20 }, { font: 'bold', size: 14 });
  pdf.write(licence, { x, y: HEIGHT - 24, width }, { ...second, size: 6.5 });
  return pdf.end();
}
