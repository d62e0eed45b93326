import { renderToStaticMarkup } from 'react-dom/server';
import { labelled } from '../../i18n/labelled.ts';
import { MailDocument } from './mail-components.ts';
import { type ContentLink, isLinkable, type MailContent } from './mail-content.ts';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders both parts of a mail from one content: the HTML and the plain text. */
export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: `${DOCTYPE}${renderToStaticMarkup(MailDocument(content))}\n`, text: plainText(content) };
}

/** The plain-text part: the same content in the same order as `MailDocument`, in blocks with an empty line between. */
function plainText(content: MailContent): string {
  const {
    language,
    title,
    salutation,
    paragraphs,
    cards = [],
    button,
    rows = [],
    links = [],
    footerLinks = [],
  } = content;
  const blocks: (string | false | undefined)[] = [
    title,
    salutation,
    ...paragraphs,
    ...cards.map(({ kicker, title: label, href, lines }) =>
      [kicker, linkText({ label, href }, language), ...lines].filter(Boolean).join('\n'),
    ),
    button && isLinkable(button.href) && buttonText(content.buttonLine, button),
    rows.length > 0 && content.rowsTitle,
    rows
      .map(([label, value]) => (value.includes('\n') ? `\n${label}\n${value}\n` : labelled(label, value, language)))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    links.length > 0 && content.linksTitle,
    ...links.map((link) => linkText(link, language)),
    content.note,
    content.closing.join('\n'),
    // Mail programs fold what follows this mark.
    ['-- ', ...content.footer, ...footerLinks.map((link) => linkText(link, language))].join('\n'),
  ];
  return `${blocks.flatMap((block) => (block ? plainLines(block) : [])).join('\n\n')}\n`;
}

const linkText = ({ label, href }: ContentLink, language: string) =>
  isLinkable(href) ? labelled(label, href, language) : label;

/** The sentence that stands for the button, such as "Confirm with this link: https://…". */
const buttonText = (sentence: string, { label, href }: ContentLink) =>
  sentence.replace('{label}', () => label).replace('{href}', () => href);

/** The lines of a block with single spaces. French keeps its non-breaking ones, the signature mark its last one. */
function plainLines(block: string): string {
  return block
    .split(/\r?\n/)
    .map((line) => (line === '-- ' ? line : line.replace(/[ \t]+/g, ' ').trim()))
    .join('\n');
}
