import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isNotModified } from '../../platform/http/conditional-request.server.ts';
import { sendRefusal } from '../../platform/http/responses.server.ts';
import { markIcon } from './brand-css.ts';
import { brandBytes } from './brand-media.server.ts';
import { logoPicture, pictureIcon, squareIcon } from './drawn-brand.server.ts';
import { palettesOf } from './palette.ts';
import { type BrandDrawing, type BrandSettings, brandSettings } from './settings.ts';

/** A file of the type ICO with one picture, a square PNG of `size` pixels (at most 255). */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

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

/** The paths that `openBrandFiles` serves. */
export const BRAND_PATH =
  /^\/(?:favicon\.(?:ico|svg)|(?:apple-touch-icon|icon-192|icon-512)\.png|site\.webmanifest|brand\/[a-z-]+\.\w{3,5})$/;

/** Opens the files of the brand of one version; `report` receives errors of files that cannot be drawn. */
export function openBrandFiles({
  site,
  contentDir,
  report,
}: {
  site: BrandedSite;
  contentDir: string;
  report: (error: unknown) => void;
}): BrandFiles {
  const files = makersOf(join(contentDir, 'media'));
  const made = new Map<string, Promise<BrandFile | null>>();
  const tag = `"${createHash('sha256')
    .update(JSON.stringify([site.settings.brand, site.settings.site.agency.name]))
    .digest('hex')
    .slice(0, 12)}"`;
  return {
    async handle(request, response, { path, v }) {
      const { brand } = site.settings;
      const isFixed = v !== null && path.startsWith('/brand/');
      if (isFixed && !versionsOf(brand).includes(v)) {
        // A preview shows the brand that is on the disk.
        const draft = await readDraft(contentDir);
        const file = draft && (await files[path]?.(draft, site).catch(() => null));
        if (!file) return sendRefusal(response, 404, 'Not found.');
        return void response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Type': file.type }).end(file.body);
      }
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

/** What makes each file of a brand, by its path. */
function makersOf(mediaDir: string): Readonly<Record<string, Make>> {
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
  return {
    '/favicon.svg': async (brand) =>
      brand.icon?.file.endsWith('.svg')
        ? original(brand.icon, SVG)
        : brand.icon
          ? { type: SVG, body: Buffer.from(pictureIcon(await squareIcon(brand, mediaDir, 64))) }
          : { type: SVG, body: Buffer.from(markIcon(palettesOf(brand))) },
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
}

/** The versions of the own files of a brand. */
const versionsOf = ({ logo, icon, textFont, displayFont }: BrandSettings) =>
  [logo?.light, logo?.dark, icon, textFont, displayFont].map((file) => file?.v);

/** The brand that is on the disk; null without one, or when it is wrong. */
async function readDraft(contentDir: string): Promise<BrandSettings | null> {
  const bytes = await readFile(join(contentDir, 'settings/brand.json'), 'utf8').catch(() => '');
  try {
    return brandSettings.safeParse(JSON.parse(bytes)).data ?? null;
  } catch {
    return null;
  }
}

function manifestOf(brand: BrandSettings, { settings, defaultLanguage }: BrandedSite): Buffer {
  const { light } = palettesOf(brand);
  const { name } = settings.site.agency;
  return Buffer.from(
    JSON.stringify({
      ...{ name, short_name: name, lang: defaultLanguage, start_url: '/', display: 'browser' },
      ...{ background_color: light.page, theme_color: light.page },
      icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: PNG })),
    }),
  );
}
