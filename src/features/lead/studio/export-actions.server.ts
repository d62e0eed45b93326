import { formatDate } from '../../../i18n/format.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import type { StaffEventRow } from '../../../platform/database/staff-schema.ts';
import { csvFile, csvLines } from '../../../platform/files/csv.ts';
import { clockIn } from '../../../ui/studio/clock.ts';
import { auditFilterOf } from '../../staff/studio/audit-filter.view.ts';
import { auditChange, auditSentence } from '../../staff/studio/audit-words.ts';
import { download } from '../../staff/studio/download.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { leadFilterOf } from './lead-filter.view.ts';

const CSV = 'text/csv; charset=utf-8';

/** The filter of the list from which a form was sent. */
const listOf = ({ fields }: ActionContext) => new URLSearchParams(fields('list', 1000));

async function* auditCsv(lines: AsyncIterable<StaffEventRow>, language: string): AsyncGenerator<string> {
  const t = labelsIn(language);
  yield csvFile([[t('STUDIO_WHEN'), t('STUDIO_WHO'), t('STUDIO_WHAT'), t('AUDIT_CHANGE'), t('AUDIT_COUNT')]], ';');
  for await (const line of lines) {
    const when = `${formatDate(line.at, language)} ${clockIn(line.at)}`;
    const sentence = auditSentence(line, t).join('');
    yield csvLines([[when, line.who, sentence, auditChange(line, language, t), line.count]], ';');
  }
}

/** Lists of the studio as files. */
export const EXPORT_ACTIONS = {
  async 'leads-export'(context: ActionContext): Promise<Outcome> {
    const { studio, person, reach } = context;
    return download(await studio.leads.export(leadFilterOf(listOf(context)), person, reach), CSV, 'leads.csv');
  },
  async 'audit-export'(context: ActionContext): Promise<Outcome> {
    const { studio, person } = context;
    const lines = await studio.audit.export(auditFilterOf(listOf(context)), person);
    return download(auditCsv(lines, person.language), CSV, 'audit.csv');
  },
} satisfies Record<string, StudioAction>;
