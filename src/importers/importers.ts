import { csv } from './csv.ts';
import type { Importer } from './importer.ts';
import { omnicasa } from './omnicasa.ts';
import { skarabee } from './skarabee.ts';
import { sweepbright } from './sweepbright.ts';
import { whise } from './whise.ts';

/** Every importer by its name on the command line. */
export const IMPORTERS: Readonly<Record<string, Importer>> = { omnicasa, whise, skarabee, sweepbright, csv };
