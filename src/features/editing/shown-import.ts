/** One property in the report of an import. */
export interface ReportedProperty {
  id: number;
  /** What the agency calls it; null where that is its number. */
  reference: string | null;
  /** Null for a property that the site does not have. */
  title: string | null;
  /** Keys of the labels of the fields that changed. */
  fields: string[];
  /** What is said about it. */
  notes: string[];
  /** Whether somebody must confirm values. */
  isAsked: boolean;
  /** Whether they were confirmed since: the next import takes them. */
  isConfirmed: boolean;
}

/** The report of an import with the names of its properties. */
export interface ShownImport {
  /** The name of the importer. */
  source: string;
  /** When it ended, as an ISO moment. */
  at: string;
  /** Why nothing was changed; null when it was imported. */
  refused: string | null;
  /** What is said about the export as a whole. */
  notes: readonly string[];
  groups: { key: 'added' | 'changed' | 'gone' | 'left' | 'noted' | 'pictures'; properties: ReportedProperty[] }[];
}
