import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';
import { HTML_RULES } from '../support/html-rules.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Astro puts the style of its islands before the first of them, wherever that is. */
const ISLAND_STYLE = /^<style> element is not permitted as content under /;
const validator = new HtmlValidate(HTML_RULES);

test.each(TEMPLATES.map(([name, paths]) => [name, paths] as const))(
  'the page "%s" is correct HTML',
  async (_name, paths) => {
    let path: string = paths.nl;
    let result = await fetchPath(path);
    if (result.status === 301) {
      path = String(result.headers.location);
      result = await fetchPath(path);
    }
    const report = await validator.validateString(result.text);
    const problems = report.results.flatMap(({ messages }) =>
      messages
        .filter(({ message }) => !ISLAND_STYLE.test(message))
        .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(problems).toEqual([]);
  },
);
