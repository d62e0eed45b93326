import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { OverlayOptions } from 'sharp';
import sharp from 'sharp';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { isNotModified } from '../../platform/http/conditional-request.server.ts';
import { sendRefusal } from '../../platform/http/responses.server.ts';
import { openJobQueue } from '../../platform/media/job-queue.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import { openMediaCache } from '../../platform/media/renderer.server.ts';
import { openSourcePicture } from '../../platform/media/source-picture.server.ts';
import { escapedHtml } from '../../platform/text/html.ts';
import { type DrawnBrand, type DrawnFont, openDrawnBrands } from '../brand/drawn-brand.server.ts';
import type { Palette } from '../brand/palette.ts';
import { CARD_HEIGHT, CARD_WIDTH, type CardFacts, cardVersion, namedCardFacts } from './card.server.ts';

const SMALLEST = 12;
const STEP = 0.9;

/** Text as a picture, sizes in pixels. */
interface DrawnText {
  input: Buffer;
  width: number;
  height: number;
}

/** Draws text in a box: at `size` when that fits, smaller when it does not; the text never exceeds the box. */
export async function drawText(
  text: string,
  box: { font: DrawnFont; size: number; colour: string; width: number; height: number },
): Promise<DrawnText> {
  const { family, file: fontfile } = box.font;
  for (let size = box.size; ; size *= STEP) {
    const last = size * STEP < SMALLEST;
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${box.colour}">${inMarkup(text)}</span>`,
        font: `${family} ${Math.round(size)}`,
        fontfile,
        width: box.width,
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
      limitInputPixels: 4_000_000,
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    if (info.height <= box.height && info.width <= box.width)
      return { input: data, width: info.width, height: info.height };
    if (last) {
      const cut = { width: Math.min(info.width, box.width), height: Math.min(info.height, box.height) };
      return {
        input: await sharp(data)
          .extract({ left: 0, top: 0, ...cut })
          .toBuffer(),
        ...cut,
      };
    }
  }
}

/** Escapes characters of the text markup and removes those that cannot be drawn. */
function inMarkup(text: string): string {
  const drawn = text.replace(/\p{Cc}/gu, ' ').trim();
  const plain = /[\p{L}\p{N}\p{P}\p{S}]/u.test(drawn) ? drawn : '–';
  return escapedHtml(plain);
}

/** Colours of the energy scale, best to worst; the letter on them is always dark. */
const STEPS = ['#4aa564', '#7cb960', '#b1cb5d', '#e6d653', '#eeb64a', '#e8924a', '#e07a5c', '#d96a63'];
const ON_ENERGY = '#16221c';
const LINE = 10;
const LOGO = { width: 420, height: 56 };
const SLAB = { width: 800, left: 64, right: 56, top: 40, bottom: 44 };
const INSIDE = SLAB.width - SLAB.left - SLAB.right;

/** Draws a social card: the photograph, a panel with title, price and line, the energy label, the agency. */
export async function drawCard(facts: CardFacts, photo: Buffer | null, brand: DrawnBrand): Promise<Buffer> {
  const { colours, fonts } = brand;
  const below = { colour: colours['ink-2'], width: INSIDE - 100, height: 40 };
  const [title, price, line, sender] = await Promise.all([
    drawText(facts.title, { font: fonts.display, size: 54, colour: colours.ink, width: INSIDE, height: 190 }),
    facts.price ? drawText(facts.price, { ...below, font: fonts.bold, size: 28, colour: colours.ink }) : null,
    facts.line ? drawText(facts.line, { ...below, font: fonts.text, size: 26 }) : null,
    drawSender(facts.agency, brand),
  ]);
  const heightOf = (text: DrawnText | null, above: number) => (text ? above + text.height : 0);
  const tall = title.height + heightOf(price, 22) + heightOf(line, price ? 12 : 22);
  const top = CARD_HEIGHT - LINE - SLAB.bottom - tall;
  const priceTop = top + title.height + 22;
  const lineTop = price ? priceTop + price.height + 12 : priceTop;
  const layers: OverlayOptions[] = [
    { input: ground(top - SLAB.top, sender, colours), left: 0, top: 0 },
    { input: sender.input, left: sender.left, top: Math.round(40 + (76 - sender.height) / 2) },
    { input: title.input, left: SLAB.left, top },
    ...(price ? [{ input: price.input, left: SLAB.left, top: priceTop }] : []),
    ...(line ? [{ input: line.input, left: SLAB.left, top: lineTop }] : []),
  ];
  if (facts.label) {
    const letter = await drawText(facts.label.text, {
      font: fonts.bold,
      size: 30,
      colour: ON_ENERGY,
      width: 70,
      height: 40,
    });
    const left = SLAB.width - SLAB.right - 92;
    const middle = priceTop + Math.round((price?.height ?? 0) / 2);
    layers.push(
      { input: arrow(STEPS[facts.label.step - 1] ?? colours.sunk), left, top: middle - 26 },
      {
        input: letter.input,
        left: left + 14 + Math.round((60 - letter.width) / 2),
        top: middle - Math.round(letter.height / 2),
      },
    );
  }
  return (await background(photo, colours)).composite(layers).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

async function background(photo: Buffer | null, colours: Palette) {
  const source = photo && (await openSourcePicture(photo));
  if (!source)
    return sharp({ create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background: colours.sunk } });
  const fitted = await source.image
    .resize({ width: CARD_WIDTH, height: CARD_HEIGHT, fit: 'cover', position: 'bottom' })
    .flatten()
    .png()
    .toBuffer();
  return sharp(fitted);
}

interface Sender extends DrawnText {
  /** Where it begins; the mark stands before a name that is written. */
  left: number;
  isLogo: boolean;
}

/** The logo of the agency, or its name, for the notch. */
async function drawSender(agency: string, { colours, fonts, logo }: DrawnBrand): Promise<Sender> {
  if (!logo) {
    const name = await drawText(agency, {
      ...{ font: fonts.display, size: 34, colour: colours.ink },
      ...{ width: 560, height: 48 },
    });
    return { ...name, left: 116, isLogo: false };
  }
  const { data, info } = await sharp(logo.png)
    .resize({ ...LOGO, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height, left: SLAB.left, isLogo: true };
}

/** Draws the panel, the notch with the mark, and the line along the bottom edge. */
function ground(slabTop: number, { left, width, isLogo }: Sender, colours: Palette): Buffer {
  const notch = left + width + 32;
  const mark =
    `<g transform="translate(64 57) scale(1.5)"><path fill="${colours.ink}" d="M5 1h14v21h-2V3h-3.5v19H5z"/>` +
    `<path fill="${colours.accent}" d="M1 24h22v3H1z"/></g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">` +
      `<path fill="${colours.page}" d="M0 40h${notch}v76H0zM0 ${slabTop}h${SLAB.width}V${CARD_HEIGHT}H0z"/>` +
      `${isLogo ? '' : mark}<path fill="${colours.accent}" d="M0 ${CARD_HEIGHT - LINE}h${CARD_WIDTH}v${LINE}H0z"/>` +
      '</svg>',
  );
}

const arrow = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="92" height="52"><path fill="${fill}" d="M0 0h70l22 ` +
      `26-22 26H0z"/></svg>`,
  );

const CACHE_BYTES = 2 ** 28;
const MOST_WAITING = 50;

/** The social cards of one version: drawn on demand, one at a time, and stored. */
export interface Cards {
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    card: { language: string; name: string; v: string | null },
  ): Promise<void>;
  close(): Promise<void>;
}

/** Opens the social cards of a site; `report` receives errors of pictures and disk. */
export function openCards({
  site,
  media,
  mediaDir,
  dataDir,
  report,
}: {
  site: Site;
  media: Pick<Media, 'describe'>;
  mediaDir: string;
  dataDir: string;
  report: (error: unknown) => void;
}): Cards {
  const cache = openMediaCache({ folder: join(dataDir, 'cards'), maxBytes: CACHE_BYTES, report });
  const brandOf = openDrawnBrands({ mediaDir, dataDir });
  const queue = openJobQueue({ maxRunning: 1, maxWaiting: MOST_WAITING });
  return {
    async handle(request, response, { language, name, v }) {
      const facts = namedCardFacts(name, site, language, labelsIn(language));
      if (!facts) return sendRefusal(response, 404, 'Not found.');
      const version = cardVersion(facts);
      const tag = `"${version}"`;
      const headers = {
        ETag: tag,
        'Cache-Control': v === version ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      };
      if (isNotModified(request.headers['if-none-match'], tag)) return void response.writeHead(304, headers).end();
      const draw = async () => {
        const found = facts.photo ? await media.describe(facts.photo.src) : null;
        const bytes = found?.kind === 'picture' ? await readFile(found.file).catch(() => null) : null;
        return { ok: true as const, body: await drawCard(facts, bytes, await brandOf(site.settings.brand)) };
      };
      try {
        const drawn = await cache.get(
          `${language}-${name}-${version}.jpeg`,
          async () => (await queue.run(draw)) ?? { ok: false, problem: 'busy' },
        );
        if (!drawn.ok) return sendRefusal(response, 503, 'Too many pictures are being prepared.', { 'Retry-After': 5 });
        response
          .writeHead(200, { ...headers, 'Content-Type': 'image/jpeg', 'Content-Length': drawn.body.length })
          .end(drawn.body);
      } catch (error) {
        report(error);
        if (response.headersSent) response.destroy();
        else sendRefusal(response, 500, 'Something went wrong.');
      }
    },
    close: () => cache.close(),
  };
}
