/** A mail that some part of the site wants to send; what it needs to travel (From, Message-ID) is added later. */
export interface OutgoingMail {
  /** What it is about, for lists and logs, such as `contact-me-agency`. */
  kind: string;
  /** One plain address. */
  to: string;
  /** One plain address, usually the visitor's. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** Further headers, such as List-Unsubscribe; those that decide where a mail goes are refused. */
  headers?: Readonly<Record<string, string>>;
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string };
}
