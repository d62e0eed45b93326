import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import { groundAround, projectedAround } from '../map/around.view.ts';
import { pointsOf } from '../map/map-property.ts';
import type { MapPoint } from '../place/point.ts';
import { type Box, type Flow, openFlow, openPdf, type Pdf } from './open-pdf.server.ts';
import type { PrintPicture, PrintWords } from './print-words.view.ts';

/** How far the map reaches to the north and to the south, in degrees. */
const REACH = 0.055;
const WATER = '#a9c3cf';
const STATION = { font: 'text', size: 8 } as const;

/** Draws where a property is: borders, rivers and stations around it. Returns the names of the sources. */
function drawMap(pdf: Pdf, point: MapPoint, language: string, box: Box, alt: string): string {
  const ground = groundAround([point], language);
  const { doc } = pdf;
  const scale = box.height / (2 * REACH);
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const placed = projectedAround(point, scale, { x: middleX, y: middleY });
  const lines = (all: readonly (readonly number[])[], width: number, colour: string) => {
    for (const line of all) {
      const points = pointsOf(line).map(([latitude, longitude]) => placed({ latitude, longitude }));
      const [first, ...others] = points;
      if (!first) continue;
      doc.moveTo(first.x, first.y);
      for (const { x, y } of others) doc.lineTo(x, y);
      doc.lineWidth(width).strokeColor(colour).stroke();
    }
  };
  const isInside = ({ x, y }: { x: number; y: number }, width: number) =>
    x > box.x + 6 && x + width < box.x + box.width && y > box.y + 8 && y < box.y + box.height - 8;
  pdf.figure(alt, box, () => {
    doc.save().rect(box.x, box.y, box.width, box.height).clip();
    doc.rect(box.x, box.y, box.width, box.height).fill(pdf.colours.sunk);
    lines(ground.rivers, 1.4, WATER);
    lines(ground.borders, 0.5, pdf.colours['ink-2']);
    const names: { x: number; y: number; width: number }[] = [];
    for (const station of ground.stations) {
      const { x, y } = placed(station);
      const width = pdf.widthOf(station.name, STATION) + STATION.size;
      if (!isInside({ x, y }, width)) continue;
      doc.circle(x, y, 1.6).fill(pdf.colours['ink-2']);
      // A name that would lie on another one is left out; its station is drawn.
      if (
        names.some((name) => Math.abs(name.y - y) < STATION.size + 1 && x < name.x + name.width && name.x < x + width)
      )
        continue;
      names.push({ x, y, width });
      doc.rect(x + 3, y - 5, width - STATION.size + 2, STATION.size + 2).fill(pdf.colours.sunk);
      doc
        .font('text')
        .fontSize(STATION.size)
        .fillColor(pdf.colours['ink-2'])
        .text(station.name, x + 4, y - 5, { lineBreak: false });
    }
    doc.circle(middleX, middleY, 7).fill('#ffffff');
    doc.circle(middleX, middleY, 5).fill(pdf.colours.accent);
    doc.restore();
  });
  return ground.credits.map(({ by }) => by).join(', ');
}

/** A picture as it is drawn. */
export interface PrintedPicture extends PrintPicture {
  jpeg: Buffer;
}

/** The pictures of a brochure; the portrait is that of who shows the property, where there is one. */
export interface BrochurePictures {
  photos: readonly PrintedPicture[];
  plans: readonly PrintedPicture[];
  portrait: PrintedPicture | undefined;
}

const PAGE = { margin: 42, foot: 48 };
/** The photograph of the first page is as tall as the text leaves it, within these limits; HEAD is what is between. */
const COVER = 330;
const TALLEST = 500;
const HEAD = 200;
const GAP = 14;
const LOGO = 28;
/** Height of a heading with the space around it, in points. */
const HEADING = 30;
const HEADING_INK = { font: 'display', size: 15, tag: 'H2' } as const;
const NAME = { font: 'display', size: 17 } as const;

const second = (pdf: Pdf) => ({ colour: pdf.colours['ink-2'] });
const note = (pdf: Pdf) => ({ ...second(pdf), size: 8.5 });

/** Draws the brochure of a property, A4: photograph, text, facts, further photographs, plans, map and contact. */
export function drawBrochure(
  sheet: PrintWords,
  { photos, plans, portrait, brand }: BrochurePictures & { brand: DrawnBrand },
): Promise<Buffer> {
  const { facts, language, agency } = sheet;
  const pdf = openPdf({ size: 'A4', language, title: facts.title, author: agency, brand });
  const flow = openFlow(pdf, PAGE);
  const [cover, ...others] = photos;
  const words = [...facts.paragraphs, ...(facts.easy?.paragraphs ?? [])];
  const text = words.reduce((sum, one) => sum + pdf.heightOf(one, flow.width, { size: 10.5 }) + 6, 0);
  drawHead(pdf, flow, sheet, { picture: cover, height: Math.min(TALLEST, Math.max(COVER, flow.full - HEAD - text)) });
  for (const text of facts.paragraphs) flow.write(text, { size: 10.5 }, 6);
  if (facts.easy) {
    flow.skip(GAP);
    flow.room(60);
    flow.write(facts.easy.title, HEADING_INK);
    for (const text of facts.easy.paragraphs) flow.write(text, { size: 10.5 }, 6);
  }
  drawPhotos(pdf, flow, others, sheet.words.photos);
  drawPlans(pdf, flow, plans, sheet.words.plans);
  drawFacts(pdf, flow, facts);
  drawEnd(pdf, flow, sheet, portrait);
  return pdf.end((page, of) => {
    const { width, height } = pdf.page();
    const [y, wide] = [height - 32, width - 2 * PAGE.margin];
    const isLast = page === of;
    const colour = pdf.colours[isLast ? 'on-band-2' : 'ink-2'];
    const small = pdf.doc.font('text').fontSize(8).fillColor(colour);
    // The last page ends with the panel, which names them.
    const sender = isLast ? '' : `${agency} · ${sheet.contact.phone.text}`;
    small.text(sender, PAGE.margin, y, { width: wide, lineBreak: false });
    small.text(`${page} / ${of}`, PAGE.margin, y, { width: wide, align: 'right', lineBreak: false });
  });
}

/** The photograph over the whole width with the agency on it, then place, title, price and the figures. */
function drawHead(
  pdf: Pdf,
  flow: Flow,
  sheet: PrintWords,
  { picture, height }: { picture: PrintedPicture | undefined; height: number },
): void {
  const { facts, agency, listing, words } = sheet;
  const { width } = pdf.page();
  const { x, width: inside } = flow;
  if (picture) pdf.picture(picture.jpeg, { x: 0, y: 0, width, height }, picture.alt);
  const name = pdf.logoWidth(LOGO) || pdf.widthOf(agency, NAME);
  pdf.decorate(() => void pdf.doc.rect(0, 28, x + name + 18, 38).fill(pdf.colours.page));
  if (!pdf.logo(agency, { x, y: 33, height: LOGO })) pdf.write(agency, { x, y: 37, width: name + 4 }, NAME);
  flow.moveTo((picture ? height : 70) + 24);
  if (facts.place) flow.write(`${words.goal}, ${facts.place}`, second(pdf), 2);
  const top = flow.y;
  const { label } = listing;
  const room = { x, y: top, width: inside - (label ? 84 : 0), height: 66 };
  const below = pdf.writeToFit(facts.title, room, { font: 'display', size: 26, tag: 'H1' });
  if (label) pdf.label(label, { x: x + inside - 61, y: top + 2, height: 34 }, words.label);
  flow.moveTo(Math.max(below, label ? top + 38 : 0) + 2);
  flow.write(facts.price, { font: 'display', size: 21 }, 2);
  flow.write(facts.kicker, { ...second(pdf), size: 9 }, 2);
  if (facts.state) flow.write(facts.state, { font: 'bold', colour: pdf.colours.accent }, 2);
  const figures = facts.figures.slice(0, 6);
  flow.skip(10);
  if (figures.length === 0) return;
  const [column, y] = [inside / figures.length, flow.y];
  pdf.line(x, y, inside);
  for (const [at, [title, value]] of figures.entries()) {
    const place = { x: x + at * column, width: column - 6 };
    pdf.write(title, { ...place, y: y + 7, height: 22 }, note(pdf));
    pdf.write(value, { ...place, y: y + 29, height: 18 }, { font: 'bold', size: 12 });
  }
  pdf.line(x, y + 51, inside);
  flow.moveTo(y + 65);
}

/** How many photographs stand beside each other, row by row: a last row is never half empty. */
const rowsOfPhotos = (count: number): number[] => {
  if (count <= 4) return count === 4 ? [2, 2] : count > 0 ? [count] : [];
  return [2, ...rowsOfPhotos(count - 2)];
};

/** The other photographs from the second page on: a large one, then rows that fill the width. */
function drawPhotos(pdf: Pdf, flow: Flow, photos: readonly PrintedPicture[], title: string): void {
  const [large, ...others] = photos;
  if (!large) return;
  flow.room(flow.full);
  flow.write(title, HEADING_INK);
  const full = { x: flow.x, y: flow.y, width: flow.width, height: flow.width / 1.5 };
  pdf.picture(large.jpeg, full, large.alt);
  flow.skip(full.height + GAP);
  let at = 0;
  for (const count of rowsOfPhotos(others.length)) {
    const width = (flow.width - (count - 1) * GAP) / count;
    const height = count === 1 ? width / 2 : width / 1.5;
    flow.room(height);
    for (const [column, { jpeg, alt }] of others.slice(at, at + count).entries())
      pdf.picture(jpeg, { x: flow.x + column * (width + GAP), y: flow.y, width, height }, alt);
    flow.skip(height + GAP);
    at += count;
  }
}

const PLAN = { height: 222, below: 3 };

/** The floor plans, two beside each other; one alone has the whole width. */
function drawPlans(pdf: Pdf, flow: Flow, plans: readonly PrintedPicture[], title: string): void {
  for (let at = 0; at < plans.length; at += 2) {
    const row = plans.slice(at, at + 2);
    const width = (flow.width - (row.length - 1) * 2 * GAP) / row.length;
    const caption = Math.max(...row.map(({ alt }) => (alt ? pdf.heightOf(alt, width, note(pdf)) : 0)));
    flow.room(PLAN.height + PLAN.below + caption + (at === 0 ? HEADING : 0));
    if (at === 0) flow.write(title, HEADING_INK);
    for (const [column, { jpeg, alt }] of row.entries()) {
      const box = { x: flow.x + column * (width + 2 * GAP), y: flow.y, width };
      pdf.picture(jpeg, { ...box, height: PLAN.height }, alt || title, 'fit');
      if (alt) pdf.write(alt, { ...box, y: flow.y + PLAN.height + PLAN.below }, note(pdf));
    }
    flow.skip(PLAN.height + PLAN.below + caption + GAP);
  }
}

/** Less than this on a page is no place for the facts to begin, in points. */
const FACTS = 150;
/** A part that is no taller is not divided. */
const TOGETHER = 110;

/** What the chapters of the page say, in two columns. */
function drawFacts(pdf: Pdf, flow: Flow, { blocks }: PrintWords['facts']): void {
  flow.room(FACTS);
  const wide = (flow.width - GAP) / 4 - 8;
  const tallOf = (text: string) => pdf.heightOf(text, wide, { size: 9 }) + 7;
  const partOf = ({ rows }: PrintWords['facts']['blocks'][number]) =>
    HEADING + rows.reduce((all, row) => all + Math.max(...row.map(tallOf)), 0);
  flow.split(
    2,
    blocks.reduce((sum, block) => sum + partOf(block) + GAP, 0),
  );
  for (const block of blocks) {
    const { title, lead, notice, rows } = block;
    flow.room(Math.min(TOGETHER, partOf(block)));
    flow.write(title, HEADING_INK);
    if (lead) flow.write(lead, { font: 'bold' });
    if (notice) flow.write(notice, { font: 'bold', colour: pdf.colours.accent });
    flow.rows(rows, [0.5, 0.5], [{ ...second(pdf), size: 9 }, { size: 9 }]);
    flow.skip(GAP);
  }
  flow.split(1);
  flow.skip(GAP);
}

/** The panel at the foot of the last page, and the map above it, in points. */
const PANEL = { height: 166, inside: 28, code: 84, face: 84 };
const MAP = { height: 80, credits: 12 };

/**
 * Where it is, then whom to ask with the code that leads to the page, then what the law asks a sender to state. The
 * panel stands at the foot of its page and the map grows with what is free above it.
 */
function drawEnd(pdf: Pdf, flow: Flow, sheet: PrintWords, portrait: PrintedPicture | undefined): void {
  const { height: page } = pdf.page();
  const top = page - PANEL.height;
  const { listing, language } = sheet;
  // Where nothing is known of the ground, a map would be an empty field.
  const hasGround = listing.point !== null && groundAround([listing.point], language).borders.length > 0;
  const point = hasGround ? listing.point : null;
  flow.room(PANEL.height - PAGE.foot + (point ? MAP.height + MAP.credits + GAP : GAP));
  if (point) {
    const height = Math.min(flow.width * 0.9, top - flow.y - MAP.credits - GAP);
    const box = { x: flow.x, y: flow.y, width: flow.width, height };
    const credits = drawMap(pdf, point, language, box, sheet.words.map);
    pdf.write(credits, { x: flow.x, y: flow.y + height + 3, width: flow.width }, { ...note(pdf), size: 7 });
  }
  drawPanel(pdf, sheet, { portrait, top });
}

/** Whom to ask: portrait, name, telephone, e-mail and address beside the code, on the dark ground of the brand. */
function drawPanel(
  pdf: Pdf,
  { contact, words, href, legal, agency }: PrintWords,
  { portrait, top }: { portrait: PrintedPicture | undefined; top: number },
): void {
  const { colours } = pdf;
  const { width } = pdf.page();
  pdf.decorate(() => void pdf.doc.rect(0, top, width, PANEL.height).fill(colours.band));
  pdf.decorate(() => void pdf.doc.rect(PAGE.margin, top, 40, 3).fill(colours['band-accent']));
  const y = top + PANEL.inside;
  if (portrait) pdf.picture(portrait.jpeg, { x: PAGE.margin, y, width: PANEL.face, height: PANEL.face }, portrait.alt);
  const x = PAGE.margin + (portrait ? PANEL.face + 18 : 0);
  const code = { x: width - PAGE.margin - PANEL.code - 7, y, width: PANEL.code };
  const first = { colour: colours['on-band'] };
  const second = { colour: colours['on-band-2'] };
  const column = { x, width: code.x - x - 108 };
  let below = pdf.write(contact.name, { ...column, y: y - 4 }, { ...first, ...HEADING_INK }) + 1;
  if (contact.name !== agency) below = pdf.write(agency, { ...column, y: below }, { ...second, size: 9 }) + 4;
  for (const { text, href: to } of [contact.phone, contact.email, contact.address])
    below = pdf.write(text, { ...column, y: below }, { ...first, size: 10, ...(to && { href: to }) }) + 1;
  // The cells of a code are dark on light, with a margin of four cells: readers need both.
  pdf.decorate(() => void pdf.doc.rect(code.x - 7, y - 7, PANEL.code + 14, PANEL.code + 14).fill('#ffffff'));
  pdf.code(href, code, href);
  const scan = { x: code.x - 106, y, width: 88 };
  pdf.write(words.scan, scan, { ...second, size: 8.5, href, end: true as const });
  const law = { x: PAGE.margin, y: top + PANEL.height - 42, width: width - 2 * PAGE.margin - 60, height: 24 };
  pdf.write(legal, law, { ...second, size: 7.5 });
}
