import { csv } from './csv.ts';
import type { Feed } from './importer.ts';
import { omnicasa } from './omnicasa.ts';

/** Every feed by its name on the command line. */
export const FEEDS: Readonly<Record<string, Feed>> = { omnicasa, csv };
