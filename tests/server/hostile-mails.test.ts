import { describe, expect, test } from 'vitest';
import { mailboxOf, type OutgoingMail, safeMail } from '../../src/platform/mail/mail.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { isEmailAddress } from '../../src/platform/text/contact-details.ts';
import { testFolder } from '../support/folder.ts';
import { startSmtp } from '../support/smtp.ts';

const FROM = 'Kantoor Proefhof <info@kantoorproefhof.example>';
const ENVELOPE = { id: 'mail1', messageId: 'mail1@kantoorproefhof.example', createdAt: '2026-11-20T13:32:00.000Z' };

describe('hostile values', () => {
  const INJECTIONS = [
    '\r\nBcc: everyone@example.be',
    '\nBcc: everyone@example.be',
    '\rBcc: everyone@example.be',
    '\u2028Bcc: everyone@example.be',
    '\r\n\r\n<script>alert(1)</script>',
    '\0\r\n.\r\nMAIL FROM:<x@y.z>',
    `${'a'.repeat(2000)}\r\nBcc: everyone@example.be`,
  ];

  test.each(INJECTIONS)('%j starts no header of its own in subject, header values or reply-to', async (injection) => {
    const smtp = await startSmtp();
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: testFolder() });
    const { mail, problem } = safeMail({
      kind: `k${injection}`,
      to: 'margriet@example.be',
      replyTo: `jan@example.be${injection}`,
      subject: `Vraag${injection}`,
      text: `Tekst${injection}`,
      headers: { 'X-Form': `contact${injection}` },
    });
    expect(problem).toBeNull();
    await transport.send({ ...ENVELOPE, ...mail });
    transport.close();
    const { mail: arrived, to, raw } = smtp.arrivals[0]!;
    expect(smtp.arrivals).toHaveLength(1);
    expect(to).toEqual(['margriet@example.be']);
    const names = arrived.headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('reply-to');
    expect(arrived.subject?.startsWith('Vraag')).toBe(true);
    expect(arrived.subject?.length).toBeLessThanOrEqual(900);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(?:bcc|<script|mail from|\.\r)/im);
  });

  test.each(INJECTIONS)('no mail is sent to an email address followed by %j', (injection) => {
    expect(
      safeMail({ kind: 'k', to: `margriet@example.be${injection}`, subject: 's', text: 't' }).problem,
    ).not.toBeNull();
  });

  test.each([
    'From',
    'to',
    'BCC',
    'Cc',
    'Sender',
    'Message-ID',
    'Date',
    'Content-Type',
    'Return-Path',
    'DKIM-Signature',
    'Resent-To',
    'X Y',
    'X:Y',
    'X\r\nBcc',
    '',
    '__proto__',
  ])('the header %j cannot be set by a form', (name) => {
    const mail: OutgoingMail = {
      kind: 'k',
      to: 'a@example.be',
      subject: 's',
      text: 't',
      headers: { [name]: 'x@example.be' },
    };
    expect(Object.keys(safeMail(mail).mail.headers!)).toEqual([]);
  });

  test.each([
    '',
    'a',
    'a@',
    '@b.be',
    'a b@c.be',
    'a@b.be, c@d.be',
    'a@b.be;c@d.be',
    'Jan <a@b.be>',
    '<a@b.be>',
    '"a b"@c.be',
    'a@b.be\n',
    'a@b@c.be',
    'group:a@b.be;',
    'a(comment)@b.be',
    'a@-b.be',
    'a@b..be',
    'a\u202e@b.be',
    `${'a'.repeat(65)}@b.be`,
  ])('%j is no email address', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  test.each(["Margriet.O'Neil+huis@example.be", 'a@b.be', 'josé@exämple.be', 'a_b%c@sub.example.co.uk', 'x@localhost'])(
    '%j is an email address',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );

  test('a sender is an email address, or a name and an email address', () => {
    expect(mailboxOf('"Kantoor, Proefhof" <info@a.be>')).toEqual({ name: 'Kantoor, Proefhof', address: 'info@a.be' });
    expect(mailboxOf('info@a.be')).toEqual({ name: '', address: 'info@a.be' });
    expect(mailboxOf('Immo\r\nBcc: x@y.be <info@a.be>')).toBeNull();
  });
});
