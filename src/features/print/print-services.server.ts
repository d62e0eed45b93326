import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { openJobQueue } from '../../platform/media/job-queue.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import { openMediaCache } from '../../platform/media/renderer.server.ts';
import { openSourcePicture } from '../../platform/media/source-picture.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { openDrawnBrands } from '../brand/drawn-brand.server.ts';
import type { Listing } from '../property/listing.ts';
import type { PrintKind } from '../property/printed.ts';
import type { PrintedPicture } from './draw-brochure.server.ts';
import type { Drawing } from './draw-pdf.server.ts';
import type { PrintedDay, ReportWords, ViewingListWords } from './draw-sheets.server.ts';
import { type PrintPicture, printFacts, printWords } from './print-words.view.ts';

/** Reads pictures of the media folder for print, at most so many pixels wide; one that cannot be read is left out. */
async function printedPictures(
  pictures: readonly PrintPicture[],
  media: Pick<Media, 'describe'>,
  pixels: number,
): Promise<PrintedPicture[]> {
  const printed = await Promise.all(
    pictures.map(async (picture) => {
      const found = await media.describe(picture.path);
      const bytes = found?.kind === 'picture' ? await readFile(found.file).catch(() => null) : null;
      const source = bytes && (await openSourcePicture(bytes));
      if (!source) return null;
      // A drawing with a transparent ground is printed on white.
      const image = source.image.resize({ width: pixels, withoutEnlargement: true }).flatten({ background: '#ffffff' });
      return { ...picture, jpeg: await image.jpeg({ quality: 80 }).toBuffer() };
    }),
  );
  return printed.filter((picture) => picture !== null);
}

/** A thread that is not needed ends after this time. */
const IDLE_MS = 30_000;

/** Draws PDF files in one thread beside the server, which starts with the first one. */
function openPdfThread(): { draw(drawing: Drawing): Promise<Buffer>; close(): Promise<void> } {
  const pool = new Piscina<Drawing, Uint8Array>({
    filename: fileURLToPath(new URL('./draw-pdf.server.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  return {
    draw: async (drawing) => Buffer.from(await pool.run(drawing, { name: 'drawPdf' })),
    close: () => pool.destroy(),
  };
}

/** Incremented when the drawings change, so that old files are not served as new. */
const RECIPE = 3;
const CACHE_BYTES = 2 ** 29;
const MOST_WAITING = 20;
const MOST_PHOTOS = 9;
const MOST_PLANS = 4;
/** Pixels of a picture over the whole width, and of one beside another: 200 to the inch. */
const [WIDE, HALF] = [1650, 720];

interface Parts extends Pick<Ctx, 'site' | 'siteUrl'> {
  settings: Pick<Environment, 'contentDir' | 'dataDir'>;
  media: Pick<Media, 'describe'>;
}

/** The PDF files of the agency: drawn on demand from what is published, one at a time, and stored. */
export function printServices(
  { site: current, siteUrl, settings: { contentDir, dataDir }, media }: Parts,
  report: (error: unknown) => void,
) {
  const cache = openMediaCache({ folder: join(dataDir, 'print'), maxBytes: CACHE_BYTES, report });
  const thread = openPdfThread();
  const brandOf = openDrawnBrands({ mediaDir: join(contentDir, 'media'), dataDir });
  const queue = openJobQueue({ maxRunning: 1, maxWaiting: MOST_WAITING });
  return {
    /**
     * The PDF of a property, from its published page in a language, with the tag of its content; null when the page is
     * not that of a property, `busy` when too many are being drawn.
     */
    async ofProperty(
      kind: PrintKind,
      { listing, html, site, language }: { listing: Listing; html: string; site: Site; language: string },
    ): Promise<{ tag: string; body: Buffer } | 'busy' | null> {
      const facts = printFacts(html);
      if (!facts) return null;
      const given = { site, siteUrl, language, t: labelsIn(language) };
      const sheet = printWords({ listing, facts }, given, brusselsDay(Date.now()));
      // The day of drawing is printed, and makes no new sheet.
      const { legal: _, ...lasting } = sheet;
      const content = JSON.stringify([RECIPE, kind, site.settings.brand, lasting]);
      const tag = createHash('sha256').update(content).digest('hex').slice(0, 16);
      const draw = async () => {
        const brand = await brandOf(site.settings.brand);
        const pictures = (all: typeof facts.photos, pixels: number) => printedPictures(all, media, pixels);
        const [cover] = await pictures(facts.photos.slice(0, 1), WIDE);
        if (kind !== 'brochure')
          return thread.draw({ brand, kind: 'window', sheet, photo: cover, size: kind === 'window-a3' ? 'A3' : 'A4' });
        const [second, ...others] = facts.photos.slice(1, MOST_PHOTOS);
        const large = await pictures(second ? [second] : [], WIDE);
        const more = [...large, ...(await pictures(others, HALF))];
        const plans = await pictures(facts.plans.slice(0, MOST_PLANS), WIDE);
        const [portrait] = await pictures(sheet.contact.portrait ? [sheet.contact.portrait] : [], HALF);
        const photos = cover ? [cover, ...more] : more;
        return thread.draw({ kind: 'brochure', brand, sheet, portrait, photos, plans });
      };
      const drawn = await cache.get(
        `${kind}-${language}-${listing.id}-${tag}.pdf`,
        async () =>
          (await queue.run(async () => ({ ok: true as const, body: await draw() }))) ?? { ok: false, problem: 'busy' },
      );
      return drawn.ok ? { tag, body: drawn.body } : 'busy';
    },
    /** The viewings of some days for an agent; never stored, because it names visitors. */
    viewingList: async (days: readonly PrintedDay[], words: ViewingListWords) =>
      thread.draw({ brand: await brandOf(current.settings.brand), kind: 'viewings', days, words }),
    /** The report of a property for its owner; never stored. */
    report: async (words: ReportWords) =>
      thread.draw({ brand: await brandOf(current.settings.brand), kind: 'report', words }),
    async close() {
      await Promise.all([cache.close(), thread.close()]);
    },
  };
}
