import { type CSSProperties, createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { labelled } from '../../i18n/label-key.ts';
import type { MailLook } from './mail-content.ts';
import { type ContentCard, type ContentLink, isLinkable, type MailContent, type MailPerson } from './mail-content.ts';

const SANS = 'Arial, Helvetica, sans-serif';
const SERIF = 'Georgia, "Times New Roman", serif';
const WIDTH = 560;

/** Inline, because some mail programs ignore a style sheet; the classes are for dark mode and narrow screens. */
const stylesOf = ({ light, radius, isSerif }: MailLook) => {
  const heading = isSerif ? SERIF : SANS;
  return {
    body: { margin: 0, backgroundColor: light.page, color: light.ink, fontFamily: SANS },
    container: { maxWidth: `${WIDTH}px`, margin: '0 auto', padding: '0 24px' },
    logo: { margin: '32px 0 12px', font: `500 24px/28px ${heading}`, color: light.ink },
    step: { width: '40px', margin: 0, border: 'none', borderTop: `3px solid ${light.accent}` },
    title: { margin: '28px 0 16px', font: `500 30px/36px ${heading}`, overflowWrap: 'anywhere' },
    heading: { margin: '24px 0 8px', font: `bold 16px/26px ${SANS}` },
    text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px', overflowWrap: 'anywhere' },
    small: { margin: '16px 0', fontSize: '13px', lineHeight: '20px', color: light['ink-2'] },
    button: {
      display: 'inline-block',
      margin: '0 0 24px',
      padding: '13px 22px',
      borderRadius: `${radius}px`,
      backgroundColor: light.action,
      color: light['on-action'],
      fontSize: '15px',
      fontWeight: 'bold',
    },
    link: { color: light.ink, textDecoration: 'underline' },
    rows: { width: '100%', margin: '0 0 24px', borderCollapse: 'collapse' },
    label: {
      width: '38%',
      padding: '9px 16px 9px 0',
      borderTop: `1px solid ${light.line}`,
      color: light['ink-2'],
      fontSize: '15px',
      fontWeight: 'normal',
      lineHeight: '22px',
      textAlign: 'left',
      verticalAlign: 'top',
    },
    value: {
      padding: '9px 0',
      borderTop: `1px solid ${light.line}`,
      fontSize: '15px',
      lineHeight: '22px',
      overflowWrap: 'anywhere',
      verticalAlign: 'top',
    },
    picture: { display: 'block', width: '100%', height: 'auto', margin: '0 0 12px' },
    portrait: { width: '72px', verticalAlign: 'top' },
    face: { display: 'block', width: '56px', height: 'auto' },
    said: { verticalAlign: 'top' },
    line: { margin: '0 0 4px', fontSize: '16px', lineHeight: '26px' },
    rule: { margin: '8px 0 16px', border: 'none', borderTop: `1px solid ${light.line}` },
  } as const satisfies Record<string, CSSProperties>;
};

/** The style sheet for dark mode. */
const darkOf = ({ dark }: MailLook) => `@media (prefers-color-scheme:dark){
.page,.page>table>tbody>tr>td{background-color:${dark.page}!important;color:${dark.ink}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark['ink-2']}!important}
.rule{border-color:${dark.line}!important}.accent{border-color:${dark.accent}!important}
.button{background-color:${dark.action}!important;color:${dark['on-action']}!important}}`;

// Node runs this file without a build, so elements are made by calls instead of JSX.

/** A table for layout: some mail programs place nothing else. */
const LAYOUT = {
  role: 'presentation',
  align: 'center',
  width: '100%',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
} as const;

interface Part {
  key?: string;
  className?: string;
  style?: CSSProperties;
}

/** A part of the mail: a table for layout with one cell. */
const section = (props: Part, ...children: ReactNode[]): ReactElement =>
  h('table', { ...LAYOUT, ...props }, h('tbody', null, h('tr', null, h('td', null, ...children))));

/** The groups of a telephone number stay on one line. */
const unbroken = (words: string): string => words.replace(/(?<=\d) (?=\d)/g, '\u00a0');

const text = (props: Part, ...children: ReactNode[]): ReactElement => h('p', props, ...children);
const picture = ({
  alt,
  ...props
}: {
  src: string;
  alt: string;
  style: CSSProperties;
  width?: number;
  height?: number;
}) => h('img', { alt, ...props, style: { ...props.style, border: 'none' } });
const link = (props: Part & { href: string }, ...children: ReactNode[]) =>
  h('a', { ...props, target: '_blank' }, ...children);

const PREVIEW = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
} as const;
/** Characters without width that lists of mails show after the preview, instead of the first words of the mail. */
const FILLER = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';
const PREVIEW_LENGTH = 150;

/** What the list of mails shows after the subject. */
function preview(words: string): ReactElement {
  const shown = words.slice(0, PREVIEW_LENGTH);
  return h('div', { style: PREVIEW }, shown, h('div', null, FILLER.repeat(PREVIEW_LENGTH - shown.length)));
}

type Styles = ReturnType<typeof stylesOf>;

/** The one document that all mails share: tables for old mail programs, light and dark, 320 px and wider. */
function MailDocument(content: MailContent): ReactElement {
  const { language, preheader, title, look } = content;
  const styles = stylesOf(look);
  return h(
    'html',
    { lang: language, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, title),
      h('style', null, darkOf(look)),
    ),
    h(
      'body',
      { className: 'page', style: { margin: 0, backgroundColor: styles.body.backgroundColor } },
      h(
        'table',
        LAYOUT,
        h('tbody', null, h('tr', null, h('td', { style: styles.body }, preview(preheader), letter(content, styles)))),
      ),
    ),
  );
}

/** Whether the rows come before the property that they are about: day and hour of a viewing, or what was sent. */
const isAboutRows = ({ cards = [], rows = [] }: MailContent): boolean => cards.length > 0 && rows.length > 0;

/** What is between the edges of the mail. */
function letter(content: MailContent, styles: Styles): ReactElement {
  const { language, sender, title, salutation, paragraphs, cards = [], button, rows = [], links = [], look } = content;
  const shownCards = [
    ...cards.map((one, at) => card(styles, one, at)),
    button && isLinkable(button.href) && action(styles, button),
  ];
  const shownRows =
    rows.length > 0 ? [content.rowsTitle && heading(styles, content.rowsTitle), factTable(styles, rows)] : [];
  return h(
    'div',
    // Some mail programs put the mail in their own page, with another language.
    { role: 'article', lang: language },
    section(
      { className: 'page', style: styles.container },
      letterhead(sender, look, styles),
      h('hr', { className: 'accent', style: styles.step }),
      h('h1', { className: 'ink', style: styles.title }, title),
      paragraph(styles, salutation, 'salutation'),
      ...paragraphs.map((one, at) => paragraph(styles, one, `p${at}`)),
      ...(isAboutRows(content) ? [...shownRows, ...shownCards] : [...shownCards, ...shownRows]),
      links.length > 0 && content.linksTitle && heading(styles, content.linksTitle),
      ...links.map((one, at) => text({ key: `l${at}`, className: 'ink', style: styles.text }, anchor(styles, one))),
      content.note && text({ className: 'soft', style: styles.small }, lines(content.note)),
      text({ className: 'ink closing', style: styles.text }, lines(content.closing.join('\n'))),
      content.person && person(styles, content.person),
      footer(styles, content),
    ),
  );
}

/** The logo, or the name of the sender. */
function letterhead(sender: string, { logo }: MailLook, styles: Styles): ReactElement {
  return logo
    ? picture({ ...logo, alt: sender, style: { ...styles.logo, display: 'block' } })
    : text({ className: 'ink sender', style: styles.logo }, sender);
}

function paragraph(styles: Styles, words: string, key: string): ReactElement {
  return text({ key, className: 'ink', style: styles.text }, lines(words));
}

function heading(styles: Styles, words: string): ReactElement {
  return h('h2', { className: 'ink', style: styles.heading }, words);
}

/** A button: the padding is on the link, so that all of it can be pressed, and on the cell for Outlook. */
function action(styles: Styles, { label, href }: ContentLink): ReactElement {
  const { margin, padding, backgroundColor, borderRadius, ...shown } = styles.button;
  const cell = { backgroundColor, borderRadius, msoPaddingAlt: padding };
  const shownLink = link(
    { className: 'button', href, style: { ...shown, padding, borderRadius, textDecoration: 'none' } },
    label,
  );
  return section(
    {},
    h(
      'table',
      {
        role: 'presentation',
        border: 0,
        cellPadding: 0,
        cellSpacing: 0,
        style: { margin, borderCollapse: 'separate' },
      },
      h('tbody', null, h('tr', null, h('td', { className: 'button', style: cell }, shownLink))),
    ),
  );
}

function anchor(styles: Styles, { label, href }: ContentLink): ReactNode {
  return isLinkable(href) ? link({ className: 'ink', href, style: styles.link }, label) : label;
}

function card(styles: Styles, { image, kicker, title, href, lines: words }: ContentCard, at: number): ReactElement {
  const above = { ...styles.small, margin: '0 0 4px' };
  return section(
    { key: `c${at}`, className: 'card', style: { margin: '0 0 32px' } },
    image &&
      isLinkable(image.src) &&
      link(
        { className: 'picture', href },
        picture({ src: image.src, alt: image.alt, width: 512, style: styles.picture }),
      ),
    text({ className: 'soft line', style: above }, kicker),
    h(
      'h2',
      { className: 'ink line', style: { ...styles.heading, margin: '0 0 4px' } },
      anchor(styles, { label: title, href }),
    ),
    ...words.map((one) => text({ key: one, className: 'ink line', style: styles.line }, one)),
  );
}

/** The person who writes, beside their portrait. */
function person(styles: Styles, { image, name, lines: words }: MailPerson): ReactElement {
  const portrait =
    image &&
    isLinkable(image.src) &&
    h('td', { width: 72, style: styles.portrait }, picture({ src: image.src, alt: '', width: 56, style: styles.face }));
  const said = h(
    'td',
    { style: styles.said },
    text({ className: 'ink line', style: { ...styles.line, fontWeight: 'bold' } }, name),
    ...words.map((one) =>
      text({ key: one, className: 'soft line', style: { ...styles.small, margin: 0 } }, unbroken(one)),
    ),
  );
  const row = h('tr', null, portrait, said);
  return h('table', { ...LAYOUT, className: 'person', style: { margin: '0 0 24px' } }, h('tbody', null, row));
}

/** A table of data, therefore with a header per row and without the role of a layout table. */
function factTable(styles: Styles, rows: NonNullable<MailContent['rows']>): ReactElement {
  const cells = rows.map(([label, value], at) =>
    h(
      'tr',
      { key: at, className: 'fact' },
      h('th', { scope: 'row', className: 'soft rule', style: styles.label }, label),
      h('td', { className: 'ink rule', style: styles.value }, lines(value)),
    ),
  );
  return h(
    'table',
    { className: 'facts', cellPadding: 0, cellSpacing: 0, border: 0, style: styles.rows },
    h('tbody', null, cells),
  );
}

function footer(styles: Styles, { footer: texts, footerLinks = [] }: MailContent): ReactElement {
  const line = { ...styles.small, margin: 0 };
  return section(
    { className: 'foot' },
    h('hr', { className: 'rule', style: styles.rule }),
    ...texts.map((one) => text({ key: one, className: 'soft line', style: line }, one)),
    ...footerLinks.map((one) => text({ key: one.href, className: 'soft line', style: line }, anchor(styles, one))),
    text({ style: { ...styles.small, margin: '0 0 24px' } }, '\u00a0'),
  );
}

/** A text with its line breaks. */
function lines(text: string): ReactNode {
  return unbroken(text)
    .split(/\r?\n/)
    .flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]));
}

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
  const saidCards = [
    ...cards.map(({ kicker, title: label, href, lines }) =>
      [kicker, linkText({ label, href }, language), ...lines].filter(Boolean).join('\n'),
    ),
    button && isLinkable(button.href) && buttonText(content.buttonLine, button),
  ];
  const saidRows = [
    rows.length > 0 && content.rowsTitle,
    rows
      .map(([label, value]) => (value.includes('\n') ? `\n${label}\n${value}\n` : labelled(label, value, language)))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  ];
  const blocks: (string | false | null | undefined)[] = [
    title,
    salutation,
    ...paragraphs,
    ...(isAboutRows(content) ? [...saidRows, ...saidCards] : [...saidCards, ...saidRows]),
    links.length > 0 && content.linksTitle,
    ...links.map((link) => linkText(link, language)),
    content.note,
    content.closing.join('\n'),
    content.person && [content.person.name, ...content.person.lines].join('\n'),
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
