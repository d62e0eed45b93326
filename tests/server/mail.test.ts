import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { mailLook } from '../../src/features/brand/mail-look.server.ts';
import { brandSettings } from '../../src/features/brand/settings.ts';
import type { MailContent } from '../../src/platform/mail/mail-content.ts';
import { renderMail } from '../../src/platform/mail/render-mail.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { testFolder } from '../support/folder.ts';
import { startSmtp } from '../support/smtp.ts';

const FROM = 'Kantoor Proefhof <info@kantoorproefhof.example>';
const ENVELOPE = { id: 'mail1', messageId: 'mail1@kantoorproefhof.example', createdAt: '2026-11-20T13:32:00.000Z' };
const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';

describe('sending', () => {
  test('a mail arrives with both bodies, its calendar file and one-click unsubscribe', async () => {
    const smtp = await startSmtp();
    const transport = openTransport({ smtpUrl: smtp.url, mailFrom: FROM, dataDir: testFolder() });
    const unsubscribe = `<https://www.kantoorproefhof.example/api/m/${'t'.repeat(120)}>`;
    await transport.send({
      ...ENVELOPE,
      kind: 'viewing',
      to: 'margriet@example.be',
      replyTo: 'nele@kantoorproefhof.example',
      subject: 'Uw bezoek — één afspraak',
      text: 'Tot dan',
      html: '<p>Tot dan</p>',
      headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      calendar: { method: 'REQUEST', content: CALENDAR },
    });
    transport.close();
    const { mail, from, to } = smtp.arrivals[0]!;
    expect([from, to]).toEqual(['info@kantoorproefhof.example', ['margriet@example.be']]);
    expect(mail).toMatchObject({
      subject: 'Uw bezoek — één afspraak',
      messageId: '<mail1@kantoorproefhof.example>',
      date: ENVELOPE.createdAt,
      from: { name: 'Kantoor Proefhof', address: 'info@kantoorproefhof.example' },
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
    const mail = { ...ENVELOPE, kind: 'receipt', to: 'margriet@example.be', subject: 'Dank u', text: 'Tot gauw' };
    await transport.send(mail);
    await transport.send(mail);
    expect(await readdir(join(dataDir, 'mail'))).toEqual(['mail1.eml']);
    const parsed = await PostalMime.parse(await readFile(join(dataDir, 'mail', 'mail1.eml')));
    expect(parsed).toMatchObject({ subject: 'Dank u', to: [{ address: 'margriet@example.be' }] });
  });

  test('an invalid sender is refused at start', async () => {
    const dataDir = testFolder();
    expect(() => openTransport({ mailFrom: 'Kantoor Proefhof', dataDir })).toThrow(/MAIL_FROM cannot be used/);
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
    look: mailLook(brandSettings.parse({})),
    sender: 'Kantoor Proefhof',
    preheader: 'Een hoek naar <het> zuiden',
    salutation: 'Dag Margriet,',
    buttonLine: '{label} met deze link: {href}',
    closing: ['Met vriendelijke groet,', 'Kantoor Proefhof'],
    title: 'Dank u, <b>Margriet</b>',
    paragraphs: ['Nele belt u "vandaag" & morgen.'],
    button: { label: 'Kies een ander moment', href: 'https://www.kantoorproefhof.example/nl/m/abc/?a=1&b="2' },
    rowsTitle: 'Wat u invulde',
    rows: [
      ['Referentie', '2611-7KQ4M'],
      ['Opmerking', 'regel 1\n<img src=x onerror=alert(1)>'],
    ],
    links: [
      { label: 'Huis in Grimbergen', href: 'https://www.kantoorproefhof.example/nl/' },
      { label: 'Kwaad', href: 'javascript:alert(1)' },
    ],
    note: 'Antwoord gewoon op deze mail.',
    footer: ['Kantoor Proefhof, Stationsplein 7', 'We bewaren uw aanvraag 24 maanden.'],
    footerLinks: [{ label: 'privacyverklaring', href: 'https://www.kantoorproefhof.example/nl/privacy-statement/' }],
  };

  test('text typed by a visitor stays text, and only real links become links', () => {
    const { html } = renderMail(CONTENT);
    expect(html).toContain('Dank u, &lt;b&gt;Margriet&lt;/b&gt;');
    expect(html).toContain('regel 1<br/>&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('href="https://www.kantoorproefhof.example/nl/m/abc/?a=1&amp;b=&quot;2"');
    expect(html).not.toContain('javascript:');
    expect(html).not.toMatch(/<(?:script|img|link)\b/);
    expect(html).toContain('lang="nl"');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  test('in dark mode nothing keeps its light background', () => {
    const document = parse(renderMail(CONTENT).html);
    const dark = document.querySelector('style')!.textContent;
    const dimmed = [...dark.matchAll(/(?:^|[{}])([^{}@]+)\{[^}]*background-color/g)].map(([, selector]) => selector);
    const light = document.querySelectorAll('[style*="background-color"]');
    expect(light.length).toBeGreaterThan(2);
    const isDimmed = new Set(dimmed.flatMap((selector) => document.querySelectorAll(selector!)));
    expect(light.filter((element) => !isDimmed.has(element)).map(({ rawTagName }) => rawTagName)).toEqual([]);
  });

  test('the plain text says everything the HTML says', () => {
    const { text } = renderMail(CONTENT);
    for (const part of [
      'Dank u, <b>Margriet</b>',
      'Nele belt u',
      'Dag Margriet,',
      'Kies een ander moment met deze link: https://www.kantoorproefhof.example/nl/m/abc/?a=1&b="2',
      'Referentie: 2611-7KQ4M',
      'Opmerking\nregel 1',
      'Huis in Grimbergen: https://',
      'Antwoord gewoon',
      '24 maanden',
      'Met vriendelijke groet,\nKantoor Proefhof',
      '-- \nKantoor Proefhof, Stationsplein 7',
      'privacyverklaring: https://',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('zuiden');
  });
});
