import { join } from 'node:path';
import { addBrandFacts } from '../catalogue/brand/brand-media.ts';
import { addImageVersions } from '../catalogue/content/add-image-versions.ts';
import { readContent } from '../catalogue/content/read-content.ts';
import type { Database } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment/environment.ts';
import type { Media } from '../platform/media/media.ts';
import { previewKeyIsValid } from '../platform/signing/signature.ts';
import { contentWithDraft } from './content-with-draft.ts';
import type { SecurityLog } from './security-log.ts';

interface PreviewParts {
  database: Database;
  secret: string;
  settings: Pick<Environment, 'studioUrl'>;
  siteUrl: string;
  contentDir: string;
  media: Media;
}

/**
 * The content on disk at this moment, with the draft of a person where its key says so; null when the key is invalid or
 * expired.
 */
export const previewServices =
  ({ database, secret, settings, siteUrl, contentDir, media }: PreviewParts, events: SecurityLog) =>
  async (path: string, key: string | null, draft: string | null = null) => {
    const signed = draft === null ? path : `${path}\n${draft}`;
    if (!events.opened('preview', previewKeyIsValid({ path: signed, key, secret }) || null)) return null;
    const { content: saved } = readContent(contentDir);
    if (!saved) return null;
    const drafted = draft === null ? null : await contentWithDraft(database, saved, draft);
    const content = drafted?.content ?? saved;
    await addImageVersions(content, media);
    await addBrandFacts(content, join(contentDir, 'media'));
    const studio = settings.studioUrl ?? siteUrl;
    return { content, framedBy: new URL(studio).origin, from: drafted ? `${studio}${drafted.form}` : undefined };
  };
