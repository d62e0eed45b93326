import { join } from 'node:path';
import { addImageVersions } from '../../content/files/add-image-versions.ts';
import { readContent } from '../../content/files/read-content.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { SecurityLog } from '../../platform/log/log.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import { previewKeyIsValid } from '../../platform/signing/signature.server.ts';
import { addBrandFacts } from '../brand/brand-media.server.ts';
import { contentWithDraft } from './content-store.server.ts';

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
