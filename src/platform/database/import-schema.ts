import type { Generated } from 'kysely';

/** The tables of what comes from CRMs. */
export interface ImportSchema {
  import_ids: ImportIdRow;
  crm_events: CrmEventRow;
  import_runs: ImportRunRow;
}

/** The number on this site of a property of a CRM. */
interface ImportIdRow {
  source: string;
  source_id: string;
  property_id: number;
  /** The URL that the CRM was given for its page; null while it has none. */
  online_url: Generated<string | null>;
}

/** The newest event that a CRM sent about one of its properties. */
interface CrmEventRow {
  source: string;
  source_id: string;
  kind: 'changed' | 'deleted';
  /** By the clock of the CRM, never later than `received_at`. */
  happened_at: string;
  received_at: string;
  /** When an import had done what it says; null while it waits. */
  handled_at: string | null;
}

/** The last import of a source, on whichever machine. */
interface ImportRunRow {
  source: string;
  /** Machine, process and a random part: unique for each import. */
  holder: string;
  started_at: string;
  /** Renewed while it runs. */
  alive_at: string;
  ended_at: string | null;
}
