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
