import type { MailFrame } from './mail-frame.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

/** Both bodies of a mail out of one frame, so that they never say different things. */
export function mailBody(frame: MailFrame): { text: string; html: string } {
  return { text: mailText(frame), html: mailHtml(frame) };
}
