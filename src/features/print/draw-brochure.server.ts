import type { DrawnBrand } from '../brand/drawn-brand.server.ts';
import { groundAround, projectedAround } from '../map/around.view.ts';
import { pointsOf } from '../map/map-property.ts';
import type { MapPoint } from '../place/point.ts';
import { type Box, type Flow, openFlow, openPdf, type Pdf } from './open-pdf.server.ts';
import type { PrintPicture, PrintWords } from './print-words.view.ts';

/** How far the map reaches to the north and to the south, in degrees. */
const REACH = 0.055;
const WATER = '#a9c3cf';
const STATION = { font: 'text', size: 7 } as const;

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
  const isInside = ({ x, y }: { x: number; y: number }) =>
    x > box.x + 6 && x < box.x + box.width - 60 && y > box.y + 8 && y < box.y + box.height - 8;
  pdf.figure(alt, box, () => {
    doc.save().rect(box.x, box.y, box.width, box.height).clip();
    doc.rect(box.x, box.y, box.width, box.height).fill(pdf.colours.sunk);
    lines(ground.rivers, 1.4, WATER);
    lines(ground.borders, 0.7, pdf.colours['ink-2']);
    const names: { x: number; y: number; width: number }[] = [];
    for (const station of ground.stations) {
      const { x, y } = placed(station);
      if (!isInside({ x, y })) continue;
      doc.circle(x, y, 1.6).fill(pdf.colours['ink-2']);
      const width = pdf.widthOf(station.name, STATION) + STATION.size;
      // A name that would lie on another one is left out; its station is drawn.
      if (
        names.some((name) => Math.abs(name.y - y) < STATION.size + 1 && x < name.x + name.width && name.x < x + width)
      )
        continue;
      names.push({ x, y, width });
      doc
        .font('text')
        .fontSize(STATION.size)
        .fillColor(pdf.colours['ink-2'])
        .text(station.name, x + 4, y - 4, { lineBreak: false });
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

const PAGE = { margin: 42, foot: 54 };
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

/** Draws the brochure of a property, A4: photograph, text, facts, further photographs, plans, map and contact. */
export function drawBrochure(
  sheet: PrintWords,
  { photos, plans, brand }: { photos: readonly PrintedPicture[]; plans: readonly PrintedPicture[]; brand: DrawnBrand },
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
  drawEnd(pdf, flow, sheet);
  return pdf.end((page, of) => {
    const { width, height } = pdf.page();
    const [y, wide] = [height - 32, width - 2 * PAGE.margin];
    const small = pdf.doc.font('text').fontSize(7.5).fillColor(pdf.colours['ink-2']);
    small.text(`${agency} · ${sheet.contact.phone.text}`, PAGE.margin, y, { width: wide, lineBreak: false });
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
  if (facts.place) flow.write(facts.place, second(pdf), 2);
  const top = flow.y;
  const { label } = listing;
  const room = { x, y: top, width: inside - (label ? 84 : 0), height: 66 };
  const below = pdf.writeToFit(facts.title, room, { font: 'display', size: 26, tag: 'H1' });
  if (label) pdf.label(label, { x: x + inside - 61, y: top + 2, height: 34 }, words.label);
  flow.moveTo(Math.max(below, label ? top + 38 : 0) + 2);
  flow.write(facts.price, { font: 'bold', size: 15 }, 2);
  flow.write(facts.kicker, { ...second(pdf), size: 8.5 }, 2);
  if (facts.state) flow.write(facts.state, { font: 'bold', colour: pdf.colours.accent }, 2);
  const figures = facts.figures.slice(0, 6);
  flow.skip(10);
  if (figures.length === 0) return;
  const [column, y] = [inside / figures.length, flow.y];
  pdf.line(x, y, inside);
  for (const [at, [title, value]] of figures.entries()) {
    const place = { x: x + at * column, width: column - 6 };
    pdf.write(title, { ...place, y: y + 7, height: 22 }, { ...second(pdf), size: 7.5 });
    pdf.write(value, { ...place, y: y + 29, height: 18 }, { font: 'bold', size: 12 });
  }
  pdf.line(x, y + 51, inside);
  flow.moveTo(y + 65);
}

/** The other photographs from the second page on: a large one, then two beside each other. */
function drawPhotos(pdf: Pdf, flow: Flow, photos: readonly PrintedPicture[], title: string): void {
  const [large, ...others] = photos;
  if (!large) return;
  flow.room(flow.full);
  flow.write(title, HEADING_INK);
  const full = { x: flow.x, y: flow.y, width: flow.width, height: flow.width / 1.5 };
  pdf.picture(large.jpeg, full, large.alt);
  flow.skip(full.height + GAP);
  const width = (flow.width - GAP) / 2;
  const height = width / 1.5;
  for (let at = 0; at < others.length; at += 2) {
    flow.room(height);
    for (const [column, { jpeg, alt }] of others.slice(at, at + 2).entries())
      pdf.picture(jpeg, { x: flow.x + column * (width + GAP), y: flow.y, width, height }, alt);
    flow.skip(height + GAP);
  }
}

/** The floor plans, one below the other. */
function drawPlans(pdf: Pdf, flow: Flow, plans: readonly PrintedPicture[], title: string): void {
  for (const [at, plan] of plans.entries()) {
    const height = Math.min(280, flow.full - 2 * HEADING);
    flow.room(height + (at === 0 ? 2 : 1) * HEADING);
    if (at === 0) flow.write(title, HEADING_INK);
    const box = { x: flow.x, y: flow.y, width: flow.width, height };
    pdf.picture(plan.jpeg, box, plan.alt || title, 'fit');
    flow.skip(height + 4);
    if (plan.alt) flow.write(plan.alt, { ...second(pdf), size: 8 }, GAP);
  }
}

/** Less than this on a page is no place for the facts to begin, in points. */
const FACTS = 420;

/** What the chapters of the page say, in two columns. */
function drawFacts(pdf: Pdf, flow: Flow, { blocks }: PrintWords['facts']): void {
  flow.room(FACTS);
  const wide = (flow.width - GAP) / 4 - 8;
  const tallOf = (text: string) => pdf.heightOf(text, wide) + 7;
  const tall = blocks.reduce(
    (sum, { rows }) => sum + HEADING + GAP + rows.reduce((all, row) => all + Math.max(...row.map(tallOf)), 0),
    0,
  );
  flow.split(2, tall);
  for (const { title, lead, notice, rows } of blocks) {
    flow.room(30 + Math.min(3, rows.length) * 18);
    flow.write(title, HEADING_INK);
    if (lead) flow.write(lead, { font: 'bold' });
    if (notice) flow.write(notice, { font: 'bold', colour: pdf.colours.accent });
    flow.rows(rows, [0.5, 0.5], [second(pdf), {}]);
    flow.skip(GAP);
  }
  flow.split(1);
  flow.skip(GAP);
}

/**
 * Where it is beside whom to ask and the code that leads to the page, then what the law asks a sender to state. They
 * stay together: on a page of its own, a sender alone would look forgotten.
 */
function drawEnd(pdf: Pdf, flow: Flow, { listing, language, words, contact, href, legal }: PrintWords): void {
  const code = 86;
  const column = (flow.width - 2 * GAP) / 2;
  const height = listing.point ? 190 : code;
  flow.room(height + 70);
  const top = flow.y;
  if (listing.point) {
    const map = { x: flow.x, y: top, width: column, height: height - 14 };
    const credits = drawMap(pdf, listing.point, language, map, words.map);
    pdf.write(credits, { x: flow.x, y: top + height - 11, width: column }, { ...second(pdf), size: 6.5 });
  }
  const x = listing.point ? flow.x + column + 2 * GAP : flow.x;
  let y = pdf.write(contact.name, { x, y: top, width: column }, HEADING_INK) + 3;
  for (const { text, href: to } of [contact.phone, contact.email, contact.address])
    y = pdf.write(text, { x, y, width: column }, to ? { href: to } : {}) + 1;
  // Below them, or in the other half where there is no map.
  const corner = listing.point ? { x, y: top + height - code } : { x: flow.x + flow.width - code, y: top };
  const scan = listing.point ? corner.x + code + GAP : corner.x - code - GAP - 60;
  pdf.code(href, { ...corner, width: code }, href);
  pdf.write(
    words.scan,
    { x: scan, y: corner.y, width: code + 60 },
    { ...second(pdf), size: 8.5, href, ...(!listing.point && { end: true as const }) },
  );
  flow.moveTo(Math.max(y, top + height) + GAP);
  flow.write(legal, { ...second(pdf), size: 7 }, 0);
}
