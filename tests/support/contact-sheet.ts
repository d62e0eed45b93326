import type { CDPSession } from 'playwright/test';
import sharp from 'sharp';

/** One picture of the contact sheet. */
export interface Thumbnail {
  caption: string;
  picture: Buffer;
}

const WIDTH = 160;
const HEIGHT = 170;
const CAPTION = 16;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The window of a page, without the waiting of a screenshot for a comparison. */
export async function thumbnailOf(session: CDPSession, size: { width: number; height: number }): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 70,
    optimizeForSpeed: true,
    clip: { x: 0, y: 0, ...size, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

/** Writes all thumbnails with their captions as one picture, `columns` in a row. */
export async function writeContactSheet(file: string, thumbnails: Thumbnail[], columns: number): Promise<void> {
  const cells = await Promise.all(
    thumbnails.map(async ({ caption, picture }, at) => {
      const left = (at % columns) * WIDTH;
      const top = Math.floor(at / columns) * (HEIGHT + CAPTION);
      const small = await sharp(picture)
        .resize(WIDTH - 8, HEIGHT - 8, { fit: 'contain', background: '#888' })
        .toBuffer();
      const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${CAPTION}">
        <text x="2" y="11" font-size="8" font-family="sans-serif">${escaped(caption)}</text></svg>`;
      return [
        { input: small, left: left + 4, top: top + 4 },
        { input: Buffer.from(words), left, top: top + HEIGHT },
      ];
    }),
  );
  const height = Math.ceil(thumbnails.length / columns) * (HEIGHT + CAPTION);
  await sharp({ create: { width: columns * WIDTH, height, channels: 3, background: '#ffffff' } })
    .composite(cells.flat())
    .png()
    .toFile(file);
}
