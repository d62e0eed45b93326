/** A link with the words it shows; addresses other than http(s), mailto and tel are left out. */
export interface MailLink {
  label: string;
  href: string;
}

/** A home in a mail. */
export interface MailCard {
  image: { src: string; alt: string } | null;
  /** The word above the title. */
  kicker: string;
  title: string;
  href: string;
  lines: readonly string[];
}

/** What stands in the one frame all mails share; every text is plain text. */
export interface MailFrame {
  language: string;
  /** Name of the agency, where a letterhead has its logo. */
  agency: string;
  title: string;
  paragraphs: readonly string[];
  button?: MailLink;
  cards?: readonly MailCard[];
  /** Heading above the rows. */
  rowsTitle?: string;
  /** Label and value; a value may have several lines. */
  rows?: readonly (readonly [label: string, value: string])[];
  /** Heading above the links. */
  linksTitle?: string;
  /** Further links, such as similar homes or the agency's own actions. */
  links?: readonly MailLink[];
  /** Last sentence of the mail itself, in small print. */
  note?: string;
  /** Lines under the rule: who writes and why. */
  footer: readonly string[];
  footerLinks?: readonly MailLink[];
}

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const STYLE = `body{margin:0;padding:0;background:#f7f4ed;color:#16221c;font:16px/26px Arial,Helvetica,sans-serif}
table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}td{vertical-align:top}
.outer{width:100%;background:#f7f4ed}.inner{width:100%;max-width:560px}.pad{padding:0 24px}
.logo{padding:32px 24px 12px;font:500 24px/28px Georgia,"Times New Roman",serif;letter-spacing:-.3px;color:#16221c}
.step{padding:0 24px}.step div{width:40px;height:3px;line-height:3px;font-size:0;background:#a03c25}.hair td{border-top:1px solid #dad3c4}
h1{margin:28px 0 12px;font:500 30px/36px Georgia,"Times New Roman",serif;letter-spacing:-.4px}p{margin:0 0 16px}
h2{margin:24px 0 8px;font:bold 16px/26px Arial,Helvetica,sans-serif}h1,p,.facts td,.foot{overflow-wrap:anywhere}
.card{margin:0 0 32px}.card img{display:block;width:100%;height:auto;border:0;margin:0 0 12px}.card p{margin:0 0 4px}.card h2{margin:0 0 4px}.facts{width:100%;margin:0 0 24px}.facts th{vertical-align:top}.facts th,.facts td{padding:9px 0;border-top:1px solid #dad3c4;font-size:15px;line-height:22px;text-align:left}.facts th{width:38%;font-weight:400;color:#4d5a52;padding-right:16px}
.act{margin:0 0 24px}.btn{background:#1d3d30;border-radius:2px}.btn a{display:inline-block;padding:13px 22px;color:#f7f4ed;font-weight:bold;font-size:15px;line-height:20px;text-decoration:none}
a{color:#16221c}.small,.small a{font-size:13px;line-height:20px;color:#4d5a52}p.small{margin:16px 0}.foot{padding:24px 24px 40px}
@media (prefers-color-scheme:dark){body,.outer{background:#131b17!important;color:#ede8dc!important}.logo,h1,h2,a,td{color:#ede8dc!important}.facts th,.small,.small a{color:#aeb7ae!important}.facts th,.facts td,.hair td{border-color:#2d3832!important}.btn{background:#d9e4d8!important}.btn a{color:#12241c!important}.step div{background:#e58f71!important}}`;

/** The HTML of a mail: 560 px, tables for old mail programs, light and dark, nothing fetched from anywhere. */
export function mailHtml(frame: MailFrame): string {
  const {
    language,
    agency,
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
  const body = [
    `<h1>${escaped(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...cards.map(cardOf),
    button && buttonOf(button),
    rows.length > 0 && rowsTitle && `<h2>${escaped(rowsTitle)}</h2>`,
    rows.length > 0 && `<table class="facts" cellpadding="0" cellspacing="0" border="0">${rows.map(rowOf).join('\n')}</table>`,
    links.length > 0 && linksTitle && `<h2>${escaped(linksTitle)}</h2>`,
    ...links.map((link) => `<p>${linkOf(link)}</p>`),
    note && `<p class="small">${escaped(note)}</p>`,
  ];
  const foot = [...footer.map(escaped), ...footerLinks.map(linkOf)].join('<br>');
  return `<!doctype html>
<html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title>
<style>
${STYLE}
</style></head>
<body bgcolor="#f7f4ed"><table class="outer" ${TABLE} width="100%" bgcolor="#f7f4ed"><tr><td align="center"><table class="inner" ${TABLE} width="560" align="center">
<tr><td class="logo">${escaped(agency)}</td></tr><tr><td class="step"><div>&nbsp;</div></td></tr>
<tr><td class="pad">${body.filter(Boolean).join('\n')}</td></tr>
<tr class="hair"><td class="foot small">${foot}</td></tr>
</table></td></tr></table></body></html>
`;
}

function cardOf({ image, kicker, title, href, lines }: MailCard): string {
  const picture =
    image && isSafe(image.src)
      ? `<a href="${escaped(href)}"><img src="${escaped(image.src)}" alt="${escaped(image.alt)}" width="512"></a>`
      : '';
  const words = lines.map((line) => `<p>${escaped(line)}</p>`).join('');
  return `<div class="card">${picture}<p class="small">${escaped(kicker)}</p><h2><a href="${escaped(href)}">${escaped(title)}</a></h2>${words}</div>`;
}

function buttonOf({ label, href }: MailLink): string {
  if (!isSafe(href)) return '';
  return `<table class="act" ${TABLE}><tr><td class="btn" bgcolor="#1d3d30"><a href="${escaped(href)}">${escaped(label)}</a></td></tr></table>`;
}

function linkOf({ label, href }: MailLink): string {
  return isSafe(href) ? `<a href="${escaped(href)}">${escaped(label)}</a>` : escaped(label);
}

function rowOf([label, value]: readonly [string, string]): string {
  return `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`;
}

function isSafe(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href);
}

function escaped(text: string): string {
  const named = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
  return named.replace(/\r?\n/g, '<br>');
}

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

/** Both bodies of a mail out of one frame, so that they never say different things. */
export function mailBody(frame: MailFrame): { text: string; html: string } {
  return { text: mailText(frame), html: mailHtml(frame) };
}
