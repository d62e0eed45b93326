import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, loadOf, type Measurement, openBrowser } from './bench.ts';
import { type Figure, tableOf } from './figure.ts';
import { measureAgenda } from './measure-agenda.ts';
import { measureAlerts } from './measure-alerts.ts';
import { measureBuild } from './measure-build.ts';
import { measureFormPages } from './measure-form-pages.ts';
import { measureForms } from './measure-forms.ts';
import { measureImport } from './measure-import.ts';
import { measureList } from './measure-list.ts';
import { measureLive } from './measure-live.ts';
import { measureMap } from './measure-map.ts';
import { measurePaint } from './measure-paint.ts';
import { measurePortal } from './measure-portal.ts';
import { measureScript } from './measure-script.ts';
import { measureSearch } from './measure-search.ts';
import { measureSearched } from './measure-searched.ts';
import { measureStart } from './measure-start.ts';
import { measureTouch } from './measure-touch.ts';
import { measureVersions } from './measure-versions.ts';
import { measureWeight } from './measure-weight.ts';
import { openBenchVersions } from './versions.ts';

const MEASUREMENTS: readonly Measurement[] = [
  ['build', measureBuild],
  ['import', measureImport],
  ['live', measureLive],
  ['versions', measureVersions],
  ['weight', measureWeight],
  ['script', measureScript],
  ['paint', measurePaint],
  ['touch', measureTouch],
  ['map', measureMap],
  ['search', measureSearch],
  ['start', measureStart],
  ['list', measureList],
  ['form-pages', measureFormPages],
  ['forms', measureForms],
  ['portal', measurePortal],
  ['alerts', measureAlerts],
  ['searched', measureSearched],
  ['agenda', measureAgenda],
];

/** Measures the site and prints one table; fails when a byte budget is broken or something could not be measured. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      properties: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const names = MEASUREMENTS.map(([name]) => name);
  const wrong = values.only?.filter((name) => !names.includes(name)) ?? [];
  if (values.help || wrong.length > 0) {
    console.log(`npm run bench -- [--quick] [--properties 20000] [--only ${names.join('|')}]…`);
    process.exitCode = wrong.length > 0 ? 1 : 0;
    return;
  }
  const root = mkdtempSync(join(tmpdir(), 'dorpel-bench-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      rmSync(root, { recursive: true, force: true });
      process.exit(1);
    });
  }
  const { browser, close } = openBrowser();
  const bench: Bench = {
    versions: openBenchVersions(root),
    root,
    quick: values.quick,
    properties: Number(values.properties ?? 0),
    browser,
  };
  const figures: Figure[] = [];
  const unmeasured: string[] = [];
  const loadBefore = loadOf();
  try {
    for (const [name, measure] of MEASUREMENTS) {
      if (values.only && !values.only.includes(name)) continue;
      const started = Date.now();
      try {
        figures.push(...(await measure(bench)));
      } catch (error) {
        unmeasured.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
      console.log(`── ${name} (${Math.round((Date.now() - started) / 1000)} s, load ${loadOf()})`);
    }
  } finally {
    await close();
    rmSync(root, { recursive: true, force: true });
  }
  report(
    figures,
    unmeasured,
    `${availableParallelism()} cores, load ${loadBefore} before and ${loadOf()} after, Node ${process.version}`,
  );
}

function report(figures: readonly Figure[], unmeasured: readonly string[], machine: string): void {
  const folder = resolve(process.env.DATA_DIR ?? 'data', 'bench');
  const file = join(folder, 'last.json');
  const known: Record<string, number | null> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).numbers : {};
  // What could not be measured is then null.
  const earlier = new Map(Object.entries(known).filter((entry): entry is [string, number] => entry[1] !== null));
  console.log(`\n${tableOf(figures, earlier)}\n\n${machine}`);
  const numbers = {
    ...Object.fromEntries(earlier),
    ...Object.fromEntries(figures.map(({ name, number }) => [name, number])),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ machine, figures, numbers }, null, 2));
  console.log(`Written to ${file}`);
  const broken = figures.filter(({ withinBudget }) => withinBudget === false);
  for (const { name, value, target } of broken) console.log(`Budget broken: ${name}, ${value}, ${target}`);
  for (const line of unmeasured) console.log(`Not measured: ${line}`);
  process.exitCode = broken.length + unmeasured.length > 0 ? 1 : 0;
}

await main();
