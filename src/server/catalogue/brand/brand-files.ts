import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sharp from 'sharp';
import { brandPalettes } from '../../../domain/brand/brand-css.ts';
import type { BrandDrawing, BrandSettings } from '../../../domain/brand/brand-settings.ts';
import { markIcon, markSquare } from '../../../domain/brand/mark.ts';
import { isNotModified } from '../../platform/http/conditional-request.ts';
import { sendRefusal } from '../../platform/http/plain-response.ts';
import { brandBytes } from './brand-media.ts';
import { iconFile } from './icon-file.ts';

/** A file of the brand, ready to be sent. */
interface BrandFile {
  type: string;
  body: Buffer;
}

/** What the files of a brand say of a site. */
interface BrandedSite {
  settings: { brand: BrandSettings; site: { agency: { name: string } } };
  defaultLanguage: string;
}

type Make = (brand: BrandSettings, site: BrandedSite) => Promise<BrandFile | null>;

/** Sends the icons, the manifest, and the own logo and fonts of the brand of a version. */
export interface BrandFiles {
  handle(request: IncomingMessage, response: ServerResponse, wanted: { path: string; v: string | null }): Promise<void>;
}

const PNG = 'image/png';
const SVG = 'image/svg+xml';
const MARGIN = 0.16;
/** Height of the logo in mails and drawings, three times as fine as it is shown. */
export const LOGO_HEIGHT = 132;

/** The paths that `openBrandFiles` serves. */
export const BRAND_PATH =
  /^\/(?:favicon\.(?:ico|svg)|(?:apple-touch-icon|icon-192|icon-512)\.png|site\.webmanifest|brand\/[a-z-]+\.\w{3,5})$/;

/** Opens the files of the brand of one version; `report` receives errors of files that cannot be drawn. */
export function openBrandFiles({
  site,
  mediaDir,
  report,
}: {
  site: BrandedSite;
  mediaDir: string;
  report: (error: unknown) => void;
}): BrandFiles {
  const original = async (
    drawing: BrandDrawing | { file: string } | undefined,
    type: string,
  ): Promise<BrandFile | null> => {
    const body = drawing && (await brandBytes(mediaDir, drawing));
    return body ? { type, body } : null;
  };
  const square =
    (size: number): Make =>
    async (brand) => ({ type: PNG, body: await squareIcon(brand, mediaDir, size) });
  const drawing = (of: (brand: BrandSettings) => BrandDrawing | undefined, end: string): Make => {
    return async (brand) => {
      const found = of(brand);
      return found?.file.toLowerCase().endsWith(end) ? original(found, end === '.svg' ? SVG : PNG) : null;
    };
  };
  const files: Readonly<Record<string, Make>> = {
    '/favicon.svg': async (brand) =>
      brand.icon?.file.endsWith('.svg')
        ? original(brand.icon, SVG)
        : brand.icon
          ? { type: SVG, body: Buffer.from(pictureIcon(await squareIcon(brand, mediaDir, 64))) }
          : { type: SVG, body: Buffer.from(markIcon(brandPalettes(brand))) },
    '/favicon.ico': async (brand) => ({
      type: 'image/x-icon',
      body: iconFile(await squareIcon(brand, mediaDir, 48), 48),
    }),
    '/apple-touch-icon.png': square(180),
    '/icon-192.png': square(192),
    '/icon-512.png': square(512),
    '/site.webmanifest': async (brand, from) => ({ type: 'application/manifest+json', body: manifestOf(brand, from) }),
    ...Object.fromEntries(
      ['.svg', '.png'].flatMap((end) => [
        [`/brand/logo${end}`, drawing(({ logo }) => logo?.light, end)],
        [`/brand/logo-dark${end}`, drawing(({ logo }) => logo?.dark, end)],
        [`/brand/icon${end}`, drawing(({ icon }) => icon, end)],
      ]),
    ),
    '/brand/logo-mail.png': async (brand) => {
      const body = await logoPicture(brand, mediaDir);
      return body && { type: PNG, body };
    },
    '/brand/text.woff2': (brand) => original(brand.textFont, 'font/woff2'),
    '/brand/display.woff2': (brand) => original(brand.displayFont, 'font/woff2'),
  };
  const made = new Map<string, Promise<BrandFile | null>>();
  const tag = `"${createHash('sha256')
    .update(JSON.stringify([site.settings.brand, site.settings.site.agency.name]))
    .digest('hex')
    .slice(0, 12)}"`;
  return {
    async handle(request, response, { path, v }) {
      const { brand } = site.settings;
      const isFixed = v !== null && path.startsWith('/brand/');
      const headers = {
        ETag: tag,
        'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      };
      if (isNotModified(request.headers['if-none-match'], tag)) return void response.writeHead(304, headers).end();
      try {
        const making = made.get(path) ?? files[path]?.(brand, site) ?? Promise.resolve(null);
        if (Object.hasOwn(files, path)) made.set(path, making);
        const file = await making;
        if (!file) return sendRefusal(response, 404, 'Not found.');
        const { type, body } = file;
        response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': body.length });
        response.end(request.method === 'HEAD' ? undefined : body);
      } catch (error) {
        made.delete(path);
        report(error);
        sendRefusal(response, 500, 'Something went wrong.');
      }
    },
  };
}

/** The icon of a brand as a square PNG, on its page colour so that it can be seen on every start screen. */
async function squareIcon(brand: BrandSettings, mediaDir: string, size: number): Promise<Buffer> {
  const palettes = brandPalettes(brand);
  const own = brand.icon && (await brandBytes(mediaDir, brand.icon));
  if (!own)
    return sharp(Buffer.from(markSquare(palettes)), { density: 72 * 12 })
      .resize(size, size)
      .png()
      .toBuffer();
  const inside = Math.round(size * (1 - 2 * MARGIN));
  const margin = Math.floor((size - inside) / 2);
  const drawn = await sharp(own, { density: 300 })
    .resize(inside, inside, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: palettes.light.page } })
    .composite([{ input: drawn, left: margin, top: margin }])
    .png()
    .toBuffer();
}

const pictureIcon = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" ` +
  `href="data:image/png;base64,${png.toString('base64')}"/></svg>`;

/** The light logo as a PNG on the page colour, for mails, PDF and social cards; null without a logo. */
export async function logoPicture(
  brand: BrandSettings,
  mediaDir: string,
  height = LOGO_HEIGHT,
): Promise<Buffer | null> {
  const bytes = brand.logo && (await brandBytes(mediaDir, brand.logo.light));
  if (!bytes) return null;
  return sharp(bytes, { density: 300 })
    .resize({ height })
    .flatten({ background: brandPalettes(brand).light.page })
    .png()
    .toBuffer();
}

function manifestOf(brand: BrandSettings, { settings, defaultLanguage }: BrandedSite): Buffer {
  const { light } = brandPalettes(brand);
  const { name } = settings.site.agency;
  return Buffer.from(
    JSON.stringify({
      ...{ name, short_name: name, lang: defaultLanguage, start_url: '/', display: 'browser' },
      ...{ background_color: light.page, theme_color: light.page },
      icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: PNG })),
    }),
  );
}
