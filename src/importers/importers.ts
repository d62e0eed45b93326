import { csv } from './csv.ts';
import type { Importer } from './importer.ts';
import { omnicasa } from './omnicasa.ts';

/** Every importer by its name on the command line. */
export const IMPORTERS: Readonly<Record<string, Importer>> = { omnicasa, csv };
