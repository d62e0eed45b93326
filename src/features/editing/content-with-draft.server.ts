import { contentWith } from '../../content/check/draft-findings.server.ts';
import type { Content } from '../../content/content.ts';
import { kindOfFile } from '../../content/fields/content-kind.ts';
import { parseContent } from '../../content/files/content-schemas.server.ts';
import { findDraft } from '../../content/history/content-drafts.server.ts';
import type { Database } from '../../platform/database/database.server.ts';

/**
 * The content with the draft of a person in place of a file; `draft` is `{staffId}:{file}`. Null when there is no such
 * draft, or when it cannot be shown as it is.
 */
export async function contentWithDraft(
  database: Pick<Database, 'db'>,
  content: Content,
  draft: string,
): Promise<{ content: Content; form: string } | null> {
  const [staffId = '', file = ''] = draft.split(/:(.*)/s);
  const found = await findDraft(database, { file, row: null, staffId });
  const parsed = parseContent(file, found?.data);
  const thing = kindOfFile(file);
  const changed = parsed?.success ? contentWith(content, file, parsed.data) : null;
  return changed && thing ? { content: changed, form: `/studio/content/${thing.kind}/${thing.name}/` } : null;
}
