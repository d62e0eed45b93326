import { describe, expect, test } from 'vitest';
import { ownWords } from '../../src/features/lead/quoted-text.ts';
import { parseReplyAddress } from '../../src/platform/environment/settings-schema.server.ts';
import { readMail } from '../../src/platform/mail/received-mail.server.ts';

const read = (mail: string) => readMail(Buffer.from(mail.replaceAll('\n', '\r\n')));

describe('a mail', () => {
  test('with HTML alone is read as text, with its links and quotation', async () => {
    const { text } = await read(
      'From: a@b.example\nContent-Type: text/html\n\n<p>Dag,<br>zie <a href="https://x.example/p">hier</a></p>' +
        '<script>alert(1)</script><blockquote>Vraag?</blockquote>',
    );
    expect(text).toBe('Dag,\nzie hier (https://x.example/p)\n\n> Vraag?');
  });

  test('names its sender and all to whom it was sent, in groups and headers of servers too', async () => {
    const mail = await read(
      'From: "Peeters, An" <AN@Visitor.Example>\nTo: team: a@x.example, B <b@x.example>;\nCc: c@x.example\n' +
        'Delivered-To: <d@x.example>\n\ntext',
    );
    expect(mail.from).toEqual({ name: 'Peeters, An', address: 'an@visitor.example' });
    expect(mail.recipients).toEqual(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']);
  });

  test('without a Message-ID, or with a long one, has an ID of its own that stays the same', async () => {
    const without = await read('From: a@b.example\n\none');
    expect(without.id).toMatch(/^[\da-f]{64}$/);
    expect((await read('From: a@b.example\n\none')).id).toBe(without.id);
    expect((await read('From: a@b.example\n\ntwo')).id).not.toBe(without.id);
    expect((await read(`Message-ID: <${'x'.repeat(300)}@y>\n\none`)).id).toMatch(/^[\da-f]{64}$/);
    expect((await read('Message-ID: <x@y>\n\none')).id).toBe('x@y');
  });

  test.each([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['X-Autoreply: yes', true],
    ['Return-Path: <>', true],
    ['X-Mailer: something', false],
  ])('with "%s" is written by a program: %s', async (header, isAutomatic) => {
    expect((await read(`From: a@b.example\n${header}\n\ntext`)).isAutomatic).toBe(isAutomatic);
  });

  test('leaves out the small pictures of a signature, and keeps photographs', async () => {
    const picture = (name: string, bytes: number) =>
      `--p\nContent-Type: image/png; name=${name}\nContent-ID: <${name}>\nContent-Disposition: inline\n` +
      `Content-Transfer-Encoding: base64\n\n${Buffer.alloc(bytes, 7).toString('base64')}\n`;
    const { files } = await read(
      'From: a@b.example\nContent-Type: multipart/related; boundary=p\n\n--p\nContent-Type: text/html\n\n' +
        `<img src="cid:logo.png"><img src="cid:photo.png">\n${picture('logo.png', 900)}` +
        `${picture('photo.png', 40_000)}--p--\n`,
    );
    expect(files.map(({ name }) => name)).toEqual(['photo.png']);
  });
});

describe('the words of a mail and what it quotes', () => {
  test.each([
    ['Ja.\n\nOp ma 30 nov. 2026 om 10:00 schreef Nele Proost\n<nele@agency.example>:\n\n> Past het?\n> Groet', 'Ja.'],
    ['Oui.\n\nLe lun. 30 nov. 2026, Nele a écrit :\n> Ça va ?', 'Oui.'],
    ['Yes.\n\n-----Original Message-----\nFrom: Nele\nSent: Monday', 'Yes.'],
    ['Ja.\n\n________________________________\nVan: Nele\nVerzonden: maandag', 'Ja.'],
    ['Ja.\n\nVan: Nele Proost\nVerzonden: maandag\nAan: An\n\nPast het?', 'Ja.'],
    ['Ja.\n> Past het?', 'Ja.'],
  ])('%j are %j', (text, own) => {
    const parted = ownWords(text);
    expect(parted.own).toBe(own);
    // Nothing is lost.
    expect(`${parted.own}${parted.quoted}`.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });

  test.each([
    ['> Past maandag?\nJa.\n> En dinsdag?\nNee.'],
    ['> Alles is aangehaald'],
    ['Ik kom van: Gent'],
    ['Datum: morgen'],
    [''],
  ])('%j are all of its writer', (text) => {
    expect(ownWords(text)).toEqual({ own: text, quoted: '' });
  });
});

test.each([
  ['reply@agency.example', ['reply+', '@agency.example']],
  ['{lead}@replies.agency.example', ['', '@replies.agency.example']],
  ['Vraag-{lead}@Agency.example', ['vraag-', '@agency.example']],
  ['agency', null],
  ['', null],
  ['a@{lead}.example', null],
  ['{lead}{lead}@x.example', null],
  [`${'x'.repeat(40)}@agency.example`, null],
  ['Agency <reply@agency.example>', null],
])('the address for replies %j is %j', (text, parts) => {
  expect(parseReplyAddress(text)).toEqual(parts);
});
