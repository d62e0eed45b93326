/** The colours of a mail in CSS. */
type MailColours = Record<'page' | 'ink' | 'ink-2' | 'accent' | 'action' | 'on-action' | 'line', string>;

/** How the mails of an agency look: colours, corners, letters of headings, and the logo with its absolute URL. */
export interface MailLook {
  light: MailColours;
  dark: MailColours;
  /** Radius of buttons in pixels. */
  radius: number;
  /** Whether headings have serifs: mail programs have local fonts only. */
  isSerif: boolean;
  logo: { src: string; width: number; height: number } | null;
}

/** A link with its text; links other than http(s), mailto and tel become plain text. */
export interface ContentLink {
  label: string;
  href: string;
}

/** A picture with text and a link, such as a property. */
export interface ContentCard {
  image: { src: string; alt: string } | null;
  /** The text above the title. */
  kicker: string;
  title: string;
  href: string;
  lines: readonly string[];
}

/** Who writes a mail, above its closing: portrait, name, and lines such as the telephone number. */
export interface MailPerson {
  image: { src: string } | null;
  name: string;
  lines: readonly string[];
}

/** The content of a mail in its order; every text is plain text. */
export interface MailContent {
  language: string;
  look: MailLook;
  /** Name of the sender, at the place of a letterhead. */
  sender: string;
  /** The line that mail programs show after the subject; hidden in the mail itself. */
  preheader: string;
  title: string;
  salutation: string;
  paragraphs: readonly string[];
  cards?: readonly ContentCard[] | undefined;
  button?: ContentLink | undefined;
  /** The line for the button in the plain-text part, with `{label}` and `{href}`. */
  buttonLine: string;
  rowsTitle?: string | undefined;
  /** Label and value; a value may have several lines. */
  rows?: readonly (readonly [label: string, value: string])[] | undefined;
  linksTitle?: string | undefined;
  links?: readonly ContentLink[] | undefined;
  /** Last sentence before the closing, in small print. */
  note?: string | undefined;
  person?: MailPerson | null | undefined;
  closing: readonly string[];
  /** Lines below the rule: who sends the mail and why. */
  footer: readonly string[];
  footerLinks?: readonly ContentLink[] | undefined;
}

/** Whether a mail may link to this URL: nothing that runs code. */
export function isLinkable(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href);
}
