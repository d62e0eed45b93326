import { formatDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { isKeyOf, recordOf } from '../../../platform/values/values.ts';
import { clockIn } from '../../../ui/studio/dates.ts';
import { VIEWING_STATE_LABELS } from '../../viewing/viewing-state.ts';
import { auditAction } from '../audit-actions.ts';
import { ROLE_LABELS, ROLES } from '../rights.ts';

interface Line {
  staff_id: string | null;
  who: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
}

const ERASED = '[erased]';
const PLACE = '\u0000';

/** A line of the audit as a sentence in three parts: what comes before its subject, the subject, and what follows. */
export function auditSentence(line: Line, t: Translate): [before: string, subject: string, after: string] {
  const action = auditAction(line.action);
  const who = line.staff_id === null && line.who === 'command' ? t('AUDIT_OPERATOR') : line.who;
  if (!action) return [`${[who, line.action].filter(Boolean).join(': ')} `, subjectOf(line, t), ''];
  const [before = '', after = ''] = t(action.sentence, { who, subject: PLACE }).split(PLACE);
  return [before, action.about === 'none' ? '' : subjectOf(line, t), after];
}

function subjectOf({ action, subject }: Line, t: Translate): string {
  if (subject === ERASED) return t('AUDIT_ERASED');
  if (subject === '') return t('AUDIT_NOBODY');
  return auditAction(action)?.about === 'viewing' ? t('AUDIT_VIEWING') : subject.replaceAll(ERASED, t('AUDIT_ERASED'));
}

/** What a line changed, such as one role to another; empty when it says nothing about it. */
export function auditChange(line: Line, language: string, t: Translate): string {
  const [before, after] = [factsOf(line.before), factsOf(line.after)];
  if (line.action === 'person-erase') {
    const rows = Object.values(after).reduce<number>((sum, count) => sum + Number(count), 0);
    return t('AUDIT_ROWS', { count: rows });
  }
  if (typeof after.count === 'number') return t('AUDIT_ROWS', { count: after.count });
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  const words = (name: string, value: unknown) => (value ? wordOf(name, String(value), language, t) : '–');
  return changed
    .map((name) => {
      const sides = [before, after].filter((side) => name in side);
      // Nothing is worth a word only where it was something before, or became it.
      const [side, other] = sides;
      return side && !other && !side[name] ? '' : sides.map((side) => words(name, side[name])).join(' → ');
    })
    .filter(Boolean)
    .join(', ');
}

function wordOf(name: string, value: string, language: string, t: Translate): string {
  const role = name === 'role' && ROLES.find((one) => one === value);
  if (role) return t(ROLE_LABELS[role]);
  if (name === 'state' && isKeyOf(VIEWING_STATE_LABELS, value)) return t(VIEWING_STATE_LABELS[value]);
  if (name === 'startsAt') return `${formatDate(value, language)} ${clockIn(value)}`;
  return value === ERASED ? t('AUDIT_ERASED') : value;
}

function factsOf(json: string | null): Record<string, unknown> {
  return json === null ? {} : recordOf(JSON.parse(json));
}
