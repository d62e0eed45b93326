import type { CrmConnection } from '../features/crm/crm-connection.ts';
import type { PendingEvent } from '../features/crm/crm-event.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import type { ImportSettings } from '../features/import/import-settings.ts';
import type { Remark } from '../i18n/remark.server.ts';
import { csv } from './csv.ts';
import { omnicasa } from './omnicasa.ts';
import { skarabee } from './skarabee.ts';
import { sweepbright } from './sweepbright.ts';
import { whise } from './whise.ts';

/** One file of an export, as it was read. */
export interface ExportFile {
  name: string;
  text: string;
  /** The rows of a workbook, whose cells are numbers or texts; then there is no text. */
  cells?: readonly (readonly (string | number)[])[];
  /** The name of the sheet that it is, of a workbook with several. */
  sheet?: string;
  /** The record that it should hold, and why it could not be read. */
  failed?: { sourceId: string; why: Remark };
}

/** A source of properties. To add a source, add a file in this folder and its line in IMPORTERS. */
export interface Importer {
  name: string;
  /** Endings of the file names that it reads. */
  endings: readonly string[];
  read(files: readonly ExportFile[], settings: ImportSettings): ExportReading;
  /** Fetches all properties from the CRM, as files that `read` understands; throws `CrmProblem`. */
  fetch?(connection: CrmConnection): Promise<ExportFile[]>;
  /**
   * For a CRM without a list: fetches the properties of which it sent events. Throws `CrmProblem` when it gives
   * nothing.
   */
  fetchChanged?(connection: CrmConnection, events: readonly PendingEvent[], nowMs: number): Promise<Changes>;
}

/** What became of the properties that a CRM said have changed. */
export interface Changes {
  files: ExportFile[];
  /** IDs in the CRM of those that are no longer published. */
  goneIds: string[];
  /** Those that could not be read yet; their events wait for the next import. */
  unread: { sourceId: string; why: Remark; isExpected?: boolean }[];
}

/** Every importer by its name on the command line. */
export const IMPORTERS: Readonly<Record<string, Importer>> = { omnicasa, whise, skarabee, sweepbright, csv };
