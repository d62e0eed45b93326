import { styleText } from 'node:util';
import { Command } from 'commander';
import { describeProblem } from '../server/content/content-problem.ts';
import { readContent } from '../server/content/read-content.ts';
import { environment } from '../server/environment.ts';

/** `content check`: every mistake in the content folder at once; exit code 1 when something must be mended. */
export function contentCommand(): Command {
  const content = new Command('content').description('look after the content folder');
  content
    .command('check')
    .description('report every mistake in the content, with file and field')
    .option('--json', 'print the problems as JSON')
    .action(({ json }: { json?: boolean }) => {
      const { contentDir } = environment();
      const { problems, content: whole } = readContent(contentDir);
      const errors = problems.filter(({ severity }) => severity === 'error');
      if (json) console.log(JSON.stringify({ ok: errors.length === 0, problems }, null, 2));
      else {
        for (const problem of problems) {
          const mark = problem.severity === 'error' ? styleText('red', 'error  ') : styleText('yellow', 'warning');
          console.log(`${mark} ${describeProblem(problem)}`);
        }
        const amount = whole
          ? `${whole.properties.length} homes, ${whole.projects.length} projects, ${whole.pages.length} pages, ${whole.articles.length} articles. `
          : '';
        console.log(`${amount}${errors.length} errors, ${problems.length - errors.length} warnings.`);
      }
      process.exitCode = errors.length > 0 ? 1 : 0;
    });
  return content;
}
