import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { MailContent } from '../../src/server/platform/mail/mail-content.ts';
import { renderMail } from '../../src/server/platform/mail/render-mail.ts';
import { openTransport } from '../../src/server/platform/mail/transport.ts';
import { testFolder } from '../support/folder.ts';
import { startSmtp } from '../support/smtp.ts';

const FROM = 'Immo Noordrand <info@immonoordrand.example>';
const ENVELOPE = { id: 'mail1', messageId: 'mail1@immonoordrand.example', createdAt: '2026-11-20T13:32:00.000Z' };
const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';

describe('sending', () => {
  test('a mail arrives with both bodies, its calendar file and one-click unsubscribe', async () => {
    const smtp = await startSmtp();
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: testFolder() });
    const unsubscribe = `<https://www.immonoordrand.example/api/m/${'t'.repeat(120)}>`;
    await transport.send({
      ...ENVELOPE,
      kind: 'viewing',
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
      date: ENVELOPE.createdAt,
      from: { name: 'Immo Noordrand', address: 'info@immonoordrand.example' },
    });
    expect(mail.text?.trim()).toBe('Tot dan');
    expect(mail.html?.trim()).toBe('<p>Tot dan</p>');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')?.replace(/\s/g, '')).toBe(unsubscribe);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(mail.attachments.some(({ mimeType, method }) => mimeType === 'text/calendar' && method === 'REQUEST')).toBe(
      true,
    );
  });

  test('without a mail server mails are complete files, and a second try replaces the first', async () => {
    const dataDir = testFolder();
    const transport = openTransport({ mailFrom: FROM, dataDir });
    const mail = { ...ENVELOPE, kind: 'receipt', to: 'marijke@example.be', subject: 'Dank u', text: 'Tot gauw' };
    await transport.send(mail);
    await transport.send(mail);
    expect(await readdir(join(dataDir, 'mail'))).toEqual(['mail1.eml']);
    const parsed = await PostalMime.parse(await readFile(join(dataDir, 'mail', 'mail1.eml')));
    expect(parsed).toMatchObject({ subject: 'Dank u', to: [{ address: 'marijke@example.be' }] });
  });

  test('an invalid sender is refused at start', async () => {
    const dataDir = testFolder();
    expect(() => openTransport({ mailFrom: 'Immo Noordrand', dataDir })).toThrow(/MAIL_FROM cannot be used/);
  });

  test('a password is not sent over an unencrypted connection', async () => {
    const smtp = await startSmtp();
    const transport = openTransport({
      smtpUrl: smtp.url.replace('//127.0.0.1', '//user:secret@0.0.0.0'),
      mailFrom: FROM,
      dataDir: testFolder(),
    });
    await expect(
      transport.send({ ...ENVELOPE, kind: 'k', to: 'a@example.be', subject: 's', text: 't' }),
    ).rejects.toThrow(/STARTTLS|TLS/i);
    expect(smtp.arrivals).toEqual([]);
    transport.close();
  });
});

describe('a rendered mail', () => {
  const CONTENT: MailContent = {
    language: 'nl',
    sender: 'Immo Noordrand',
    preheader: 'Een hoek naar <het> zuiden',
    salutation: 'Dag Marijke,',
    buttonLine: '{label} met deze link: {href}',
    closing: ['Met vriendelijke groet,', 'Immo Noordrand'],
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

  test('text typed by a visitor stays text, and only real links become links', () => {
    const { html } = renderMail(CONTENT);
    expect(html).toContain('Dank u, &lt;b&gt;Marijke&lt;/b&gt;');
    expect(html).toContain('regel 1<br/>&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('href="https://www.immonoordrand.example/nl/m/abc/?a=1&amp;b=&quot;2"');
    expect(html).not.toContain('javascript:');
    expect(html).not.toMatch(/<(?:script|img|link)\b/);
    expect(html).toContain('lang="nl"');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  test('the plain text says everything the HTML says', () => {
    const { text } = renderMail(CONTENT);
    for (const part of [
      'Dank u, <b>Marijke</b>',
      'Lotte belt u',
      'Dag Marijke,',
      'Kies een ander moment met deze link: https://www.immonoordrand.example/nl/m/abc/?a=1&b="2',
      'Referentie: 2611-7KQ4M',
      'Opmerking: regel 1',
      'Huis in Grimbergen: https://',
      'Antwoord gewoon',
      '24 maanden',
      'Met vriendelijke groet,\nImmo Noordrand',
      '-- \nImmo Noordrand, Molenstraat 12',
      'privacyverklaring: https://',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('zuiden');
  });
});
