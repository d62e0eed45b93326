import sharp, { type OverlayOptions } from 'sharp';
import { openSourcePicture } from '../../platform/media/source-picture.ts';
import type { CardFacts } from './card.ts';
import { drawText } from './draw-text.ts';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const COLOURS = { document: '#f7f4ed', sunk: '#ece7db', ink: '#16221c', second: '#4d5a52', accent: '#a03c25' };
/** Colours of the energy scale, best to worst; the letter on them has the ink colour. */
const STEPS = ['#4aa564', '#7cb960', '#b1cb5d', '#e6d653', '#eeb64a', '#e8924a', '#e07a5c', '#d96a63'];
const LINE = 10;
const SLAB = { width: 800, left: 64, right: 56, top: 40, bottom: 44 };
const INSIDE = SLAB.width - SLAB.left - SLAB.right;

/**
 * Draws the social card of a property: its photograph, a panel with title, price and town, the energy label, the
 * agency.
 */
export async function drawCard(facts: CardFacts, photo: Buffer | null): Promise<Buffer> {
  const [title, price, name] = await Promise.all([
    drawText(facts.title, { font: 'display', size: 54, colour: COLOURS.ink, width: INSIDE, height: 190 }),
    drawText(facts.price, { font: 'bold', size: 28, colour: COLOURS.ink, width: INSIDE - 100, height: 40 }),
    drawText(facts.agency, { font: 'display', size: 34, colour: COLOURS.ink, width: 560, height: 48 }),
  ]);
  const line = facts.line
    ? await drawText(facts.line, { font: 'text', size: 26, colour: COLOURS.second, width: INSIDE - 100, height: 40 })
    : null;
  const top = CARD_HEIGHT - LINE - SLAB.bottom - (title.height + 22 + price.height + (line ? 12 + line.height : 0));
  const priceTop = top + title.height + 22;
  const layers: OverlayOptions[] = [
    { input: ground(top - SLAB.top, name.width), left: 0, top: 0 },
    { input: name.input, left: 116, top: Math.round(40 + (76 - name.height) / 2) },
    { input: title.input, left: SLAB.left, top },
    { input: price.input, left: SLAB.left, top: priceTop },
    ...(line ? [{ input: line.input, left: SLAB.left, top: priceTop + price.height + 12 }] : []),
  ];
  if (facts.label) {
    const letter = await drawText(facts.label.text, {
      font: 'bold',
      size: 30,
      colour: COLOURS.ink,
      width: 70,
      height: 40,
    });
    const left = SLAB.width - SLAB.right - 92;
    const middle = priceTop + Math.round(price.height / 2);
    layers.push(
      { input: arrow(STEPS[facts.label.step - 1] ?? COLOURS.sunk), left, top: middle - 26 },
      {
        input: letter.input,
        left: left + 14 + Math.round((60 - letter.width) / 2),
        top: middle - Math.round(letter.height / 2),
      },
    );
  }
  return (await background(photo)).composite(layers).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

async function background(photo: Buffer | null) {
  const source = photo && (await openSourcePicture(photo));
  if (!source)
    return sharp({ create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background: COLOURS.sunk } });
  const fitted = await source.image
    .resize({ width: CARD_WIDTH, height: CARD_HEIGHT, fit: 'cover', position: 'bottom' })
    .flatten()
    .png()
    .toBuffer();
  return sharp(fitted);
}

/** Draws the panel, the notch with the logo, and the line along the bottom edge. */
function ground(slabTop: number, nameWidth: number): Buffer {
  const notch = 116 + nameWidth + 32;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">` +
      `<path fill="${COLOURS.document}" d="M0 40h${notch}v76H0zM0 ${slabTop}h${SLAB.width}V${CARD_HEIGHT}H0z"/>` +
      `<g transform="translate(64 57) scale(1.5)"><path fill="${COLOURS.ink}" d="M5 1h14v21h-2V3h-3.5v19H5z"/>` +
      `<path fill="${COLOURS.accent}" d="M1 24h22v3H1z"/></g>` +
      `<path fill="${COLOURS.accent}" d="M0 ${CARD_HEIGHT - LINE}h${CARD_WIDTH}v${LINE}H0z"/></svg>`,
  );
}

const arrow = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="92" height="52"><path fill="${fill}" d="M0 0h70l22 ` +
      `26-22 26H0z"/></svg>`,
  );
