import { kindOfFile } from '../../domain/editing/content-kind.ts';
import type { Content } from '../catalogue/content/content.ts';
import { parseContent } from '../catalogue/content/content-schemas.ts';
import { contentWith } from '../catalogue/content-check/draft-findings.ts';
import type { Database } from '../platform/database/database.ts';
import { findDraft } from '../services/content-drafts/content-drafts.ts';

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
