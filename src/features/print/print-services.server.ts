import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { openJobQueue } from '../../platform/media/job-queue.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import { openMediaCache } from '../../platform/media/media-cache.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import { openDrawnBrands } from '../brand/drawn-brand.server.ts';
import type { Listing } from '../property/listing.ts';
import type { PrintKind } from '../property/print-kind.ts';
import type { ReportWords } from './draw-report.server.ts';
import type { PrintedDay, ViewingListWords } from './draw-viewing-list.server.ts';
import { openPdfThread } from './pdf-thread.server.ts';
import { printFacts } from './print-facts.view.ts';
import { printedPictures } from './print-pictures.server.ts';
import { printWords } from './print-words.view.ts';

/** Incremented when the drawings change, so that old files are not served as new. */
const RECIPE = 2;
const CACHE_BYTES = 2 ** 29;
const MOST_WAITING = 20;
const MOST_PHOTOS = 9;
const MOST_PLANS = 4;
/** Pixels of a picture over the whole width, and of one beside another: 200 to the inch. */
const [WIDE, HALF] = [1650, 720];

interface Parts {
  site: Site;
  siteUrl: string;
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
        const more = await pictures(facts.photos.slice(1, MOST_PHOTOS), HALF);
        const plans = await pictures(facts.plans.slice(0, MOST_PLANS), WIDE);
        return thread.draw({ brand, kind: 'brochure', sheet, photos: cover ? [cover, ...more] : more, plans });
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
