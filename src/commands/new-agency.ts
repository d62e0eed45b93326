import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { Command } from 'commander';
import { describeProblem } from '../content/files/problems.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { entriesOf } from '../platform/values/values.ts';
import {
  BUSINESSES,
  folderProblem,
  type GivenChoices,
  JUDGES,
  judgeChoices,
  REQUIRED,
} from './new-agency/agency-choices.ts';
import { writeAgency } from './new-agency/write-agency.ts';

/** What is asked for although it may be left empty. */
const OFFERED = {
  colour: 'main colour, such as #1d4e89 (empty = the colours of the product)',
  accent: 'accent colour, such as #b0431e (empty = that of the product)',
} as const;

/** `new-agency <folder>`: writes a small, complete content folder for another agency. */
export function newAgencyCommand(): Command {
  return new Command('new-agency')
    .description('write the content of a new agency into a new folder; asks for what no option says')
    .argument('<folder>', 'a folder that does not exist yet, such as ../my-agency')
    .option('--name <name>', 'name of the agency')
    .option('--legal-name <name>', 'name with its legal form; left out = the name')
    .option('--languages <codes>', `languages of the site, the main one first: ${LABEL_LANGUAGES.join(',')}`)
    .option('--region <region>', 'flanders, brussels or wallonia')
    .option('--business <kind>', `what the agency does: ${BUSINESSES.join(', ')}`)
    .option('--colour <hex>', 'main colour of buttons and of the foot of the page, such as "#1d4e89"')
    .option('--accent <hex>', 'second colour, such as "#b0431e"')
    .option('--email <address>', 'email address that receives leads')
    .option('--phone <number>', 'telephone number')
    .option('--street <street>', 'street and number')
    .option('--zip <postcode>', 'postcode')
    .option('--city <town>', 'town')
    .option('--latitude <degrees>', 'where the office is; left out = the centre of the town')
    .option('--longitude <degrees>', 'where the office is')
    .option('--biv <number>', 'BIV/IPI number')
    .option('--company-number <number>', 'company number (KBO/BCE)')
    .option('--vat <number>', 'VAT number')
    .addHelpText(
      'after',
      '\nThen start the site: CONTENT_DIR=<folder> DATA_DIR=<another folder> npm start' +
        '\nExit code: 0 written, 1 nothing was written.',
    )
    .action(async (folder: string, given: GivenChoices) => {
      process.exitCode = 1;
      const taken = folderProblem(folder);
      if (taken) return console.error(taken);
      const isAsking = process.stdin.isTTY === true && process.stdout.isTTY === true;
      const completed = isAsking ? await askFor(given) : given;
      if (!completed) return console.error('Nothing was written.');
      const judged = judgeChoices(completed);
      if ('problems' in judged) return console.error([...judged.problems, 'Nothing was written.'].join('\n'));
      const written = await writeAgency(folder, judged.choices);
      process.exitCode = 0;
      console.log(`${written.files} files written to ${written.folder}. The content check passes.`);
      const examples = written.warnings.filter(({ file }) => file.startsWith('properties/'));
      const lines = [
        ...written.warnings.filter((one) => !examples.includes(one)).map(describeProblem),
        'settings/viewings.json: hours for viewings are an example; write yours, or "bookable": false per property.',
        `properties/: ${new Set(examples.map(({ file }) => file)).size} examples; replace them with your own.`,
      ];
      console.log(
        `${styleText('yellow', 'Before the site is public:')}\n${lines.map((line) => `  ${line}`).join('\n')}`,
      );
      console.log(`Start the site: CONTENT_DIR=${folder} DATA_DIR=${folder}-data npm start`);
    });
}

/** Asks for what is missing, again after each value that cannot be used; null after Ctrl-C or Ctrl-D. */
async function askFor(given: GivenChoices): Promise<GivenChoices | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  lines.once('SIGINT', () => lines.close());
  const values = { ...given };
  try {
    for (const [name, question] of entriesOf({ ...REQUIRED, ...OFFERED })) {
      while (values[name] === undefined) {
        const value = (await lines.question(`${question}: `, { signal: closed.signal })).trim();
        const problem = value === '' ? null : JUDGES[name](value);
        if (problem) console.error(problem);
        else if (value !== '') values[name] = value;
        else if (name in OFFERED) break;
      }
    }
    return values;
  } catch (error) {
    if (closed.signal.aborted) return null;
    throw error;
  } finally {
    lines.close();
  }
}
