import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { isNotModified } from '../../platform/http/conditional-request.ts';
import { sendRefusal } from '../../platform/http/responses.server.ts';
import { openJobQueue } from '../../platform/media/job-queue.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import { openMediaCache } from '../../platform/media/renderer.server.ts';
import { openDrawnBrands } from '../brand/drawn-brand.server.ts';
import { cardFacts, cardVersion } from './card.server.ts';
import { drawCard } from './draw-card.server.ts';

const CACHE_BYTES = 2 ** 28;
const MOST_WAITING = 50;

/** The social cards of the properties of one version: drawn on demand, one at a time, and stored. */
export interface Cards {
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    card: { language: string; id: number; v: string | null },
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
    async handle(request, response, { language, id, v }) {
      const listing = site.listing(id);
      if (!listing) return sendRefusal(response, 404, 'Not found.');
      const facts = cardFacts(listing, site, language, labelsIn(language));
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
          `${language}-${id}-${version}.jpeg`,
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
