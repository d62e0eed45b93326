import type { Remark } from '../../i18n/label-key.ts';
import type { ImportedProperty } from '../property/property.ts';

/** The contents of an export, or why it cannot be trusted; in that case nothing is changed. */
export type ExportReading =
  | {
      ok: true;
      properties: readonly ImportedProperty[];
      /**
       * Fields that the export decides: a value that is no longer in the export is removed. Editors decide all other
       * fields.
       */
      owned: readonly string[];
      /** What the export calls the columns of these fields. */
      headings?: Readonly<Record<string, string>>;
      /** Whether these are only some of the properties: those that are not in it stay. */
      isPartial?: boolean;
      /** Whether some records have no key, so that nobody knows which properties are no longer there. */
      hasGaps?: boolean;
      /** IDs in the CRM of properties that are no longer published, for a CRM without a list. */
      goneIds?: readonly string[];
      /** The keys of the units of each project in it: those of before that are missing are gone. */
      units?: Readonly<Record<string, readonly string[]>>;
      /** Why some properties could not be read; the next import reads them again. */
      unread?: readonly Remark[];
      notes: readonly Remark[];
    }
  | { ok: false; problem: 'unparsable' | 'empty' | 'incomplete' | 'refused' | 'unreachable'; message: string };
