import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { randomOf } from './generate-properties.ts';

type Random = ReturnType<typeof randomOf>;
type Holder = Record<string | number, unknown>;

/** A change of one value in one content file; `undo` restores the file. */
export interface Edit {
  what: string;
  undo(): void;
}

/** Files that are no inputs of a version. */
const LEFT_OUT = /^(schemas|documents|gone|media|demo)\//;

const pick = <T>(all: readonly T[], random: Random): T => all[Math.floor(random() * all.length)]!;

/** Changes one value, chosen at random, in one file of a content folder, chosen at random. */
export function editContent(contentDir: string, random: Random): Edit {
  const names = readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !LEFT_OUT.test(name))
    .sort();
  // Half of the edits are in properties, as in life.
  const properties = names.filter((name) => name.startsWith('properties/'));
  const name = pick(random() < 0.5 ? properties : names, random);
  const file = join(contentDir, name);
  const before = readFileSync(file, 'utf8');
  const data = JSON.parse(before) as Holder;
  const leaves: { holder: Holder; key: string; path: string }[] = [];
  collect(data, '', leaves);
  const { holder, key, path } = pick(leaves, random);
  const was = JSON.stringify(holder[key]);
  if (Array.isArray(holder) && random() < 0.3) holder.push(holder.shift());
  else holder[key] = changed(holder[key], random);
  writeFileSync(file, JSON.stringify(data, null, 2));
  return { what: `${name} ${path}: ${was} -> ${JSON.stringify(holder[key])}`, undo: () => writeFileSync(file, before) };
}

function collect(holder: Holder, path: string, leaves: { holder: Holder; key: string; path: string }[]): void {
  for (const [key, value] of Object.entries(holder)) {
    if (value !== null && typeof value === 'object') collect(value as Holder, `${path}.${key}`, leaves);
    else leaves.push({ holder, key, path: `${path}.${key}` });
  }
}

function changed(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return random() < 0.5 ? value + 1 : Math.round(value * (0.5 + random()));
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  const day = /^\d{4}-\d\d-\d\d$/.test(value);
  return day
    ? `2026-1${Math.floor(random() * 2)}-${10 + Math.floor(random() * 18)}`
    : `${value} ${pick(WORDS, random)}`;
}

const WORDS = ['huis', 'Grimbergen', 'été', '2'];
