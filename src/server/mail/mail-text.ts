import type { MailFrame, MailLink } from './mail-frame.ts';

/** The plain text of a mail, which says everything its HTML says. */
export function mailText(frame: MailFrame): string {
  const {
    title,
    paragraphs,
    cards = [],
    button,
    rowsTitle,
    rows = [],
    linksTitle,
    links = [],
    note,
    footer,
    footerLinks = [],
  } = frame;
  const blocks = [
    title,
    ...paragraphs,
    ...cards.map(({ kicker, title: name, href, lines }) => [`${kicker}: ${name}`, ...lines, href].join('\n')),
    button && linkLine(button),
    rows.length > 0 &&
      [rowsTitle, ...rows.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`)].filter(Boolean).join('\n'),
    links.length > 0 && [linksTitle, ...links.map(linkLine)].filter(Boolean).join('\n'),
    note,
    // The signature mark: mail programs fold what follows.
    ['-- ', frame.agency, ...footer, ...footerLinks.map(linkLine)].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function linkLine({ label, href }: MailLink): string {
  return `${label}: ${href}`;
}
