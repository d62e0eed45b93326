import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import { ask } from '../support/browse.ts';
import { HTML_RULES } from '../support/html-rules.ts';
import { TEMPLATES } from '../support/templates.ts';

/** Astro puts the style of its islands before the first of them, wherever that stands. */
const ISLAND_STYLE = /^<style> element is not permitted as content under /;
const validator = new HtmlValidate(HTML_RULES);

test.each(TEMPLATES.map(([name, addresses]) => [name, addresses] as const))(
  'the page "%s" is correct HTML',
  async (_name, addresses) => {
    let address: string = addresses.nl;
    let answer = await ask(address);
    if (answer.status === 301) {
      address = String(answer.headers.location);
      answer = await ask(address);
    }
    const report = await validator.validateString(answer.text);
    const problems = report.results.flatMap(({ messages }) =>
      messages
        .filter(({ message }) => !ISLAND_STYLE.test(message))
        .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(problems).toEqual([]);
  },
);
