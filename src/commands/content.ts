import { styleText } from 'node:util';
import { Command } from 'commander';
import { checkContent } from '../content/check/check-content.server.ts';
import { reportOf } from '../content/check/report.server.ts';
import { writeSchemas } from '../content/files/content-schemas.server.ts';
import { readContent } from '../content/files/read-content.server.ts';
import { readLabels } from '../i18n/resources.server.ts';
import { environment } from '../platform/environment/environment.server.ts';

const MOST_WARNINGS = 100;

/**
 * `content check`: reports every mistake in the content folder; exit code 1 when there is an error that must be fixed.
 */
export function contentCommand(): Command {
  const content = new Command('content').description('look after the content folder');
  content
    .command('check')
    .description('report every mistake in the content, with file, line and field')
    .option('--json', 'print the problems as JSON')
    .option('--all', `show all warnings, not the first ${MOST_WARNINGS}`)
    .option('--strict', 'count warnings as errors')
    .addHelpText(
      'after',
      '\nExit code: 0 nothing to fix, 1 errors (with --strict also warnings), 2 the check could not run.',
    )
    .action(async ({ json, all, strict }: { json?: boolean; all?: boolean; strict?: boolean }) => {
      process.exitCode = 2;
      const started = performance.now();
      const { problems, readable } = await checkContent({ ...environment(), now: new Date() });
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      const warnings = problems.length - errors;
      const ok = errors === 0 && !(strict && warnings > 0);
      process.exitCode = ok ? 0 : 1;
      if (json) return console.log(JSON.stringify({ ok, errors, warnings, problems }, null, 2));
      if (problems.length > 0)
        console.log(`${reportOf(problems, { mostWarnings: all ? Number.POSITIVE_INFINITY : MOST_WARNINGS })}\n`);
      const amount = readable
        ? `${readable.properties.length} properties, ${readable.projects.length} projects, ` +
          `${readable.pages.length} pages, ${readable.articles.length} articles in ` +
          `${((performance.now() - started) / 1000).toFixed(1)} s. `
        : '';
      const verdict = styleText(ok ? 'green' : 'red', `${errors} errors, ${warnings} warnings.`);
      console.log(`${amount}${verdict}`);
    });
  content
    .command('labels [text]')
    .description('list the labels that contain a text: key and words, per language')
    .addHelpText(
      'after',
      '\nWrite a key with other words into labels/<language>.json of the content folder, and the site shows those.',
    )
    .action((text = '') => printLabels(text));
  return content;
}

function printLabels(text: string): void {
  const { contentDir } = environment();
  const wanted = text.toLowerCase();
  const { readable } = readContent(contentDir);
  const languages = readable?.settings.site.enabledLanguages ?? ['nl'];
  const lines = Object.entries(readLabels(contentDir, languages)).flatMap(([language, labels]) =>
    Object.entries(labels)
      .filter(([key, words]) => `${key}\n${words}`.toLowerCase().includes(wanted))
      .map(([key, words]) => `${language}  ${key}: ${words}`),
  );
  console.log(lines.join('\n') || `No label in ${languages.join(', ')} has "${text}" in its key or words.`);
  process.exitCode = lines.length > 0 ? 0 : 1;
}

/** `schemas`: writes JSON Schema files, so that code editors complete and explain fields. */
export function schemasCommand(): Command {
  return new Command('schemas')
    .description('write content/schemas/, with which common editors complete and explain fields')
    .action(() => {
      const { folder, names } = writeSchemas(environment().contentDir);
      console.log(`${names.length} schemas written to ${folder}`);
    });
}
