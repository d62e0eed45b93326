import sharp from 'sharp';
import { escapedHtml } from '../../platform/text/html.ts';
import type { DrawnFont } from '../brand/drawn-brand.server.ts';

const SMALLEST = 12;
const STEP = 0.9;

/** Text as a picture, sizes in pixels. */
export interface DrawnText {
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
