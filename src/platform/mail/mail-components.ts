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
import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { type ContentCard, type ContentLink, isLinkable, type MailContent } from './mail-content.ts';

import { darkOf, type MailLook, stylesOf } from './mail-styles.ts';

// Node runs this file without a build, so the components are called instead of written as JSX.

type Styles = ReturnType<typeof stylesOf>;

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
    look,
  } = content;
  const styles = stylesOf(look);
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
      h('style', null, darkOf(look)),
    ),
    h(
      Body,
      { className: 'page', style: styles.body },
      h(Preview, null, preheader),
      // Some mail programs put the mail in their own page, with another language.
      h(
        'div',
        { role: 'article', lang: language },
        h(
          Container,
          { className: 'page', style: styles.container },
          letterhead(sender, look, styles),
          h(Hr, { className: 'accent', style: styles.step }),
          h(Heading, { as: 'h1', className: 'ink', style: styles.title }, title),
          paragraph(styles, salutation, 'salutation'),
          ...paragraphs.map((text, at) => paragraph(styles, text, `p${at}`)),
          ...cards.map((one, at) => card(styles, one, at)),
          button && isLinkable(button.href) && action(styles, button),
          rows.length > 0 && content.rowsTitle && heading(styles, content.rowsTitle),
          rows.length > 0 && factTable(styles, rows),
          links.length > 0 && content.linksTitle && heading(styles, content.linksTitle),
          ...links.map((link, at) =>
            h(Text, { key: `l${at}`, className: 'ink', style: styles.text }, anchor(styles, link)),
          ),
          content.note && h(Text, { className: 'soft', style: styles.small }, lines(content.note)),
          h(Text, { className: 'ink closing', style: styles.text }, lines(content.closing.join('\n'))),
          footer(styles, content),
        ),
      ),
    ),
  );
}

/** The logo, or the name of the sender. */
function letterhead(sender: string, { logo }: MailLook, styles: Styles): ReactElement {
  const shown = logo && h(Img, { ...logo, alt: sender, style: { ...styles.logo, display: 'block', border: 0 } });
  return shown ?? h(Text, { className: 'ink sender', style: styles.logo }, sender);
}

function paragraph(styles: Styles, text: string, key: string): ReactElement {
  return h(Text, { key, className: 'ink', style: styles.text }, lines(text));
}

function heading(styles: Styles, text: string): ReactElement {
  return h(Heading, { as: 'h2', className: 'ink', style: styles.heading }, text);
}

function action(styles: Styles, { label, href }: ContentLink): ReactElement {
  return h(Section, null, h(Button, { className: 'button', href, style: styles.button }, label));
}

function anchor(styles: Styles, { label, href }: ContentLink): ReactNode {
  return isLinkable(href) ? h(Link, { className: 'ink', href, style: styles.link }, label) : label;
}

function card(styles: Styles, { image, kicker, title, href, lines: words }: ContentCard, at: number): ReactElement {
  return h(
    Section,
    { key: `c${at}`, className: 'card', style: { margin: '0 0 32px' } },
    image &&
      isLinkable(image.src) &&
      h(
        Link,
        { className: 'picture', href },
        h(Img, { src: image.src, alt: image.alt, width: 512, style: styles.picture }),
      ),
    h(Text, { className: 'soft line', style: { ...styles.small, margin: '0 0 4px' } }, kicker),
    h(
      Heading,
      { as: 'h2', className: 'ink line', style: { ...styles.heading, margin: '0 0 4px' } },
      anchor(styles, { label: title, href }),
    ),
    ...words.map((text) => h(Text, { key: text, className: 'ink line', style: styles.line }, text)),
  );
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
  return h(
    Section,
    { className: 'foot' },
    h(Hr, { className: 'rule', style: styles.rule }),
    ...texts.map((text) => h(Text, { key: text, className: 'soft line', style: { ...styles.small, margin: 0 } }, text)),
    ...footerLinks.map((link) =>
      h(Text, { key: link.href, className: 'soft line', style: { ...styles.small, margin: 0 } }, anchor(styles, link)),
    ),
    h(Text, { style: { ...styles.small, margin: '0 0 24px' } }, '\u00a0'),
  );
}

/** A text with its line breaks. */
function lines(text: string): ReactNode {
  return text.split(/\r?\n/).flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]));
}
