import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactElement, type ReactNode } from 'react';
import { type ContentCard, type ContentLink, isLinkable, type MailContent } from './mail-content.ts';

// Node runs this file without a build, so the components are called instead of written as JSX.

const INK = '#16221c';
const SANS = 'Arial, Helvetica, sans-serif';
const SERIF = 'Georgia, "Times New Roman", serif';
const WIDTH = 560;

/** Inline, because some mail programs ignore a style sheet; the classes are for dark mode and narrow screens. */
const STYLES = {
  body: { margin: 0, backgroundColor: '#f7f4ed', color: INK, fontFamily: SANS },
  container: { maxWidth: `${WIDTH}px`, margin: '0 auto', padding: '0 24px' },
  logo: { margin: '32px 0 12px', font: `500 24px/28px ${SERIF}`, color: INK },
  step: { width: '40px', margin: 0, border: 'none', borderTop: '3px solid #a03c25' },
  title: { margin: '28px 0 16px', font: `500 30px/36px ${SERIF}`, overflowWrap: 'anywhere' },
  heading: { margin: '24px 0 8px', font: `bold 16px/26px ${SANS}` },
  text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px', overflowWrap: 'anywhere' },
  small: { margin: '16px 0', fontSize: '13px', lineHeight: '20px', color: '#4d5a52' },
  button: {
    display: 'inline-block',
    margin: '0 0 24px',
    padding: '13px 22px',
    borderRadius: '2px',
    backgroundColor: '#1d3d30',
    color: '#f7f4ed',
    fontSize: '15px',
    fontWeight: 'bold',
  },
  link: { color: INK, textDecoration: 'underline' },
  rows: { width: '100%', margin: '0 0 24px', borderCollapse: 'collapse' },
  label: {
    width: '38%',
    padding: '9px 16px 9px 0',
    borderTop: '1px solid #dad3c4',
    color: '#4d5a52',
    fontSize: '15px',
    fontWeight: 'normal',
    lineHeight: '22px',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  value: {
    padding: '9px 0',
    borderTop: '1px solid #dad3c4',
    fontSize: '15px',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
    verticalAlign: 'top',
  },
  picture: { display: 'block', width: '100%', height: 'auto', margin: '0 0 12px' },
  line: { margin: '0 0 4px', fontSize: '16px', lineHeight: '26px' },
  rule: { margin: '8px 0 16px', border: 'none', borderTop: '1px solid #dad3c4' },
} as const satisfies Record<string, CSSProperties>;

const DARK = `@media (prefers-color-scheme:dark){
.paper{background-color:#131b17!important;color:#ede8dc!important}
.ink{color:#ede8dc!important}.soft{color:#aeb7ae!important}
.rule{border-color:#2d3832!important}.accent{border-color:#e58f71!important}
.button{background-color:#d9e4d8!important;color:#12241c!important}}`;

/** The one document that all mails share: tables for old mail programs, light and dark, 320 px and wider. */
export function MailDocument(content: MailContent): ReactElement {
  const {
    language,
    sender,
    preheader,
    title,
    salutation,
    paragraphs,
    cards = [],
    button,
    rows = [],
    links = [],
  } = content;
  return h(
    Html,
    { lang: language },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, title),
      h('style', null, DARK),
    ),
    h(
      Body,
      { className: 'paper', style: STYLES.body },
      h(Preview, null, preheader),
      h(
        Container,
        { className: 'paper', style: STYLES.container },
        h(Text, { className: 'ink sender', style: STYLES.logo }, sender),
        h(Hr, { className: 'accent', style: STYLES.step }),
        h(Heading, { as: 'h1', className: 'ink', style: STYLES.title }, title),
        paragraph(salutation, 'salutation'),
        ...paragraphs.map((text, at) => paragraph(text, `p${at}`)),
        ...cards.map(card),
        button && isLinkable(button.href) && action(button),
        rows.length > 0 && content.rowsTitle && heading(content.rowsTitle),
        rows.length > 0 && factTable(rows),
        links.length > 0 && content.linksTitle && heading(content.linksTitle),
        ...links.map((link, at) => h(Text, { key: `l${at}`, className: 'ink', style: STYLES.text }, anchor(link))),
        content.note && h(Text, { className: 'soft', style: STYLES.small }, lines(content.note)),
        h(Text, { className: 'ink closing', style: STYLES.text }, lines(content.closing.join('\n'))),
        footer(content),
      ),
    ),
  );
}

function paragraph(text: string, key: string): ReactElement {
  return h(Text, { key, className: 'ink', style: STYLES.text }, lines(text));
}

function heading(text: string): ReactElement {
  return h(Heading, { as: 'h2', className: 'ink', style: STYLES.heading }, text);
}

function action({ label, href }: ContentLink): ReactElement {
  return h(Section, null, h(Button, { className: 'button', href, style: STYLES.button }, label));
}

function anchor({ label, href }: ContentLink): ReactNode {
  return isLinkable(href) ? h(Link, { className: 'ink', href, style: STYLES.link }, label) : label;
}

function card({ image, kicker, title, href, lines: words }: ContentCard, at: number): ReactElement {
  return h(
    Section,
    { key: `c${at}`, className: 'card', style: { margin: '0 0 32px' } },
    image &&
      isLinkable(image.src) &&
      h(
        Link,
        { className: 'picture', href },
        h(Img, { src: image.src, alt: image.alt, width: 512, style: STYLES.picture }),
      ),
    h(Text, { className: 'soft line', style: { ...STYLES.small, margin: '0 0 4px' } }, kicker),
    h(
      Heading,
      { as: 'h2', className: 'ink line', style: { ...STYLES.heading, margin: '0 0 4px' } },
      anchor({ label: title, href }),
    ),
    ...words.map((text) => h(Text, { key: text, className: 'ink line', style: STYLES.line }, text)),
  );
}

/** A table of data, therefore with a header per row and without the role of a layout table. */
function factTable(rows: NonNullable<MailContent['rows']>): ReactElement {
  const cells = rows.map(([label, value], at) =>
    h(
      'tr',
      { key: at, className: 'fact' },
      h('th', { scope: 'row', className: 'soft rule', style: STYLES.label }, label),
      h('td', { className: 'ink rule', style: STYLES.value }, lines(value)),
    ),
  );
  return h(
    'table',
    { className: 'facts', cellPadding: 0, cellSpacing: 0, border: 0, style: STYLES.rows },
    h('tbody', null, cells),
  );
}

function footer({ footer: texts, footerLinks = [] }: MailContent): ReactElement {
  return h(
    Section,
    { className: 'foot' },
    h(Hr, { className: 'rule', style: STYLES.rule }),
    ...texts.map((text) => h(Text, { key: text, className: 'soft line', style: { ...STYLES.small, margin: 0 } }, text)),
    ...footerLinks.map((link) =>
      h(Text, { key: link.href, className: 'soft line', style: { ...STYLES.small, margin: 0 } }, anchor(link)),
    ),
    h(Text, { style: { ...STYLES.small, margin: '0 0 24px' } }, '\u00a0'),
  );
}

/** A text with its line breaks. */
function lines(text: string): ReactNode {
  return text.split(/\r?\n/).flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]));
}
