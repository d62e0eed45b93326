import { PROMISED } from '../../i18n/promised.ts';

/** Settings of `retention` in settings/forms.json. */
export type RetentionSetting = 'leadMonths' | 'mailDays' | 'unconfirmedDays' | 'entryMonths';

/** How long it is known what staff did in the studio. */
export const AUDIT_MONTHS = PROMISED.auditMonths;

/** When rows are deleted because of their age. */
export interface RetentionRule {
  /**
   * The setting with the time to keep; `expired` when the row itself holds the moment of its end; `audit`: the fixed
   * time of AUDIT_MONTHS.
   */
  keep: RetentionSetting | 'expired' | 'audit';
  /** Column from whose moment the time counts. */
  since: string;
  /** Moments are ISO 8601 text unless the column holds milliseconds since 1970. */
  unit?: 'milliseconds';
  /** Only rows in these states. */
  states?: readonly string[];
  /** Column that is emptied instead of deleting the row: the row stays as a figure about the property. */
  forget?: string;
}

/** The settings that rules depend on, each once. */
export const settingsOfRules = (rules: readonly RetentionRule[]): RetentionSetting[] => [
  ...new Set(rules.flatMap(({ keep }) => (keep === 'expired' || keep === 'audit' ? [] : [keep]))),
];
