import { compile, type FormatCallback } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailDocument } from './mail-components.ts';
import type { MailContent } from './mail-content.ts';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders both parts of a mail from one content: the HTML, and the plain text generated from it. */
export function renderMail(content: MailContent): { html: string; text: string } {
  const html = `${DOCTYPE}${renderToStaticMarkup(MailDocument(content))}\n`;
  return { html, text: `${plainText(html, content)}\n` };
}

/** Formats a link as its text and its URL. */
const link: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(`: ${element.attribs.href}`, { noWordTransform: true });
};

/** Formats the button with the sentence of the language. */
const buttonIn =
  (sentence: string): FormatCallback =>
  (element, walk, builder) => {
    const [before = '', after = ''] = sentence.split('{label}');
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addInline(before);
    walk(element.children, builder);
    builder.addInline(after.replace('{href}', element.attribs.href ?? ''), { noWordTransform: true });
    builder.closeBlock({ trailingLineBreaks: 2 });
  };

/** Formats a row of a table as `label: value`. */
const row: FormatCallback = (element, walk, builder) => {
  const [label, value] = element.children.filter(({ name }) => name === 'th' || name === 'td');
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(label?.children ?? [], builder);
  builder.addInline(': ');
  walk(value?.children ?? [], builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Formats the signature mark: mail programs fold what follows it. */
const foot: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral('-- ');
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const heading = { options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } };
const line = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } };

/**
 * One converter per sentence, which is one per language: compiling the selectors takes longer than converting a mail.
 */
const converters = new Map<string, (html: string) => string>();

const converterFor = (sentence: string) =>
  compile({
    wordwrap: false,
    formatters: { link, button: buttonIn(sentence), row, foot },
    selectors: [
      { selector: '[data-skip-in-text="true"]', format: 'skip' },
      { selector: 'img', format: 'skip' },
      { selector: 'hr', format: 'skip' },
      { selector: '.sender', format: 'skip' },
      { selector: 'h1', ...heading },
      { selector: 'h2', ...heading },
      { selector: 'a', format: 'link' },
      { selector: 'a.picture', format: 'skip' },
      { selector: 'a.button', format: 'button' },
      { selector: 'tr.fact', format: 'row' },
      { selector: 'h2.line', ...line },
      { selector: 'p.line', ...line },
      { selector: 'table.foot', format: 'foot' },
    ],
  });

function plainText(html: string, { buttonLine }: MailContent): string {
  const convert = converters.get(buttonLine) ?? converterFor(buttonLine);
  converters.set(buttonLine, convert);
  return convert(html).replaceAll('\u00a0', ' ').trim();
}
