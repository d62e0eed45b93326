import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailBody } from '../../src/server/mail/mail-body.ts';
import type { MailFrame } from '../../src/server/mail/mail-frame.ts';
import { isMailAddress, mailboxOf } from '../../src/server/mail/mailbox.ts';
import { openTransport } from '../../src/server/mail/open-transport.ts';
import type { OutgoingMail } from '../../src/server/mail/outgoing-mail.ts';
import { safeMail } from '../../src/server/mail/safe-mail.ts';
import { startSmtp } from '../support/smtp.ts';

const FROM = 'Immo Noordrand <info@immonoordrand.example>';
const STAMP = { id: 'mail1', messageId: 'mail1@immonoordrand.example', createdAt: '2026-11-20T13:32:00.000Z' };
const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dorpel-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

describe('sending', () => {
  test('a mail arrives with both bodies, its calendar file and one-click unsubscribe', async () => {
    const smtp = await startSmtp();
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: await folder() });
    const unsubscribe = `<https://www.immonoordrand.example/api/m/${'t'.repeat(120)}>`;
    await transport.send({
      ...STAMP,
      kind: 'visit',
      to: 'marijke@example.be',
      replyTo: 'lotte@immonoordrand.example',
      subject: 'Uw bezoek — één afspraak',
      text: 'Tot dan',
      html: '<p>Tot dan</p>',
      headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      calendar: { method: 'REQUEST', content: CALENDAR },
    });
    transport.close();
    const { mail, from, to } = smtp.arrivals[0]!;
    expect([from, to]).toEqual(['info@immonoordrand.example', ['marijke@example.be']]);
    expect(mail).toMatchObject({
      subject: 'Uw bezoek — één afspraak',
      messageId: '<mail1@immonoordrand.example>',
      date: STAMP.createdAt,
      from: { name: 'Immo Noordrand', address: 'info@immonoordrand.example' },
    });
    expect(mail.text?.trim()).toBe('Tot dan');
    expect(mail.html?.trim()).toBe('<p>Tot dan</p>');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')?.replace(/\s/g, '')).toBe(unsubscribe);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(mail.attachments.some(({ mimeType, method }) => mimeType === 'text/calendar' && method === 'REQUEST')).toBe(true);
  });

  test('without a mail server mails are files, whole or not there, and a second try replaces the first', async () => {
    const dataDir = await folder();
    const transport = openTransport({ mailFrom: FROM, dataDir });
    const mail = { ...STAMP, kind: 'receipt', to: 'marijke@example.be', subject: 'Dank u', text: 'Tot gauw' };
    await transport.send(mail);
    await transport.send(mail);
    expect(await readdir(join(dataDir, 'mail'))).toEqual(['mail1.eml']);
    const parsed = await PostalMime.parse(await readFile(join(dataDir, 'mail', 'mail1.eml')));
    expect(parsed).toMatchObject({ subject: 'Dank u', to: [{ address: 'marijke@example.be' }] });
  });

  test('a sender that is no address is refused at start', async () => {
    const dataDir = await folder();
    expect(() => openTransport({ mailFrom: 'Immo Noordrand', dataDir })).toThrow(/MAIL_FROM cannot be used/);
  });

  test('a password is not sent over a line that is not encrypted', async () => {
    const smtp = await startSmtp();
    const transport = openTransport({
      smtpUrl: smtp.url.replace('//127.0.0.1', '//user:secret@0.0.0.0'),
      mailFrom: FROM,
      dataDir: await folder(),
    });
    await expect(transport.send({ ...STAMP, kind: 'k', to: 'a@example.be', subject: 's', text: 't' })).rejects.toThrow(
      /STARTTLS|TLS/i,
    );
    expect(smtp.arrivals).toEqual([]);
    transport.close();
  });
});

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

  test.each(INJECTIONS)('%j begins no header of its own, in subject, header values or reply-to', async (injection) => {
    const smtp = await startSmtp();
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: await folder() });
    const { mail, problem } = safeMail({
      kind: `k${injection}`,
      to: 'marijke@example.be',
      replyTo: `jan@example.be${injection}`,
      subject: `Vraag${injection}`,
      text: `Tekst${injection}`,
      headers: { 'X-Form': `contact${injection}` },
    });
    expect(problem).toBeNull();
    await transport.send({ ...STAMP, ...mail });
    transport.close();
    const { mail: arrived, to, raw } = smtp.arrivals[0]!;
    expect(smtp.arrivals).toHaveLength(1);
    expect(to).toEqual(['marijke@example.be']);
    const names = arrived.headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('reply-to');
    expect(arrived.subject?.startsWith('Vraag')).toBe(true);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(?:bcc|<script|mail from|\.\r)/im);
  });

  test.each(INJECTIONS)('an address followed by %j is never written to', (injection) => {
    expect(safeMail({ kind: 'k', to: `marijke@example.be${injection}`, subject: 's', text: 't' }).problem).not.toBeNull();
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
    const mail: OutgoingMail = { kind: 'k', to: 'a@example.be', subject: 's', text: 't', headers: { [name]: 'x@example.be' } };
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
  ])('%j is no address to write to', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });

  test.each(["Marijke.O'Neil+huis@example.be", 'a@b.be', 'josé@exämple.be', 'a_b%c@sub.example.co.uk', 'x@localhost'])(
    '%j is an address to write to',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  test('a sender is an address, or a name and an address', () => {
    expect(mailboxOf('"Immo, Noordrand" <info@a.be>')).toEqual({ name: 'Immo, Noordrand', address: 'info@a.be' });
    expect(mailboxOf('info@a.be')).toEqual({ name: '', address: 'info@a.be' });
    expect(mailboxOf('Immo\r\nBcc: x@y.be <info@a.be>')).toBeNull();
  });
});

describe('the frame', () => {
  const FRAME: MailFrame = {
    language: 'nl',
    agency: 'Immo Noordrand',
    title: 'Dank u, <b>Marijke</b>',
    paragraphs: ['Lotte belt u "vandaag" & morgen.'],
    button: { label: 'Kies een ander moment', href: 'https://www.immonoordrand.example/nl/m/abc/?a=1&b="2' },
    rowsTitle: 'Wat u invulde',
    rows: [
      ['Referentie', '2611-7KQ4M'],
      ['Opmerking', 'regel 1\n<img src=x onerror=alert(1)>'],
    ],
    links: [
      { label: 'Huis in Grimbergen', href: 'https://www.immonoordrand.example/nl/' },
      { label: 'Kwaad', href: 'javascript:alert(1)' },
    ],
    note: 'Antwoord gewoon op deze mail.',
    footer: ['Immo Noordrand, Molenstraat 12', 'We bewaren uw aanvraag 24 maanden.'],
    footerLinks: [{ label: 'privacyverklaring', href: 'https://www.immonoordrand.example/nl/privacy-statement/' }],
  };

  test('what a visitor typed stays text, and only real links become links', () => {
    const { html } = mailBody(FRAME);
    expect(html).toContain('Dank u, &lt;b&gt;Marijke&lt;/b&gt;');
    expect(html).toContain('regel 1<br>&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('href="https://www.immonoordrand.example/nl/m/abc/?a=1&amp;b=&quot;2"');
    expect(html).not.toContain('javascript:');
    expect(html).not.toMatch(/<(?:script|img|link)\b/);
    expect(html).toContain('<html lang="nl">');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  test('the plain text says everything the HTML says', () => {
    const { text } = mailBody(FRAME);
    for (const part of [
      'Dank u, <b>Marijke</b>',
      'Lotte belt u',
      'Kies een ander moment: https://',
      'Referentie: 2611-7KQ4M',
      'Opmerking: regel 1',
      'Huis in Grimbergen: https://',
      'Antwoord gewoon',
      '24 maanden',
      'privacyverklaring: https://',
    ])
      expect(text).toContain(part);
  });
});
