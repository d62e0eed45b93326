/** A link with the words it shows; links other than http(s), mailto and tel become plain words. */
export interface ContentLink {
  label: string;
  href: string;
}

/** A picture with words and a link, such as a property. */
export interface ContentCard {
  image: { src: string; alt: string } | null;
  /** The word above the title. */
  kicker: string;
  title: string;
  href: string;
  lines: readonly string[];
}

/** What a mail says, in the order in which it says it; every text is plain text. */
export interface MailContent {
  language: string;
  /** Name of the sender, where a letter has its logo. */
  sender: string;
  /** What a list of mails shows after the subject; hidden in the mail itself. */
  preheader: string;
  title: string;
  salutation: string;
  paragraphs: readonly string[];
  cards?: readonly ContentCard[] | undefined;
  button?: ContentLink | undefined;
  /** The button as a line of the plain-text part, with `{label}` and `{href}`. */
  buttonLine: string;
  rowsTitle?: string | undefined;
  /** Label and value; a value may have several lines. */
  rows?: readonly (readonly [label: string, value: string])[] | undefined;
  linksTitle?: string | undefined;
  links?: readonly ContentLink[] | undefined;
  /** Last sentence before the closing, in small print. */
  note?: string | undefined;
  closing: readonly string[];
  /** Lines under the rule: who writes and why. */
  footer: readonly string[];
  footerLinks?: readonly ContentLink[] | undefined;
}

/** Whether a mail may link to this: nothing that runs code. */
export function isLinkable(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href);
}
