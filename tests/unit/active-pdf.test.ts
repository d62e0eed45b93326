import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isActivePdf } from '../../src/platform/media/received-document.server.ts';

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((one) => [Buffer.from(one), Buffer.from('\n')]),
    Buffer.from('%%EOF\n'),
  ]);
const packed = (text: string) => {
  const data = deflateSync(text);
  const head = `1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\r\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj')]);
};
const ACTIONS = [
  '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
  '<< /A << /S /Launch /F (calc.exe) >> >>',
  '<</S/JavaScript/JS 5 0 R>>',
];

test.each(ACTIONS)('a PDF with %s is active, also when it is compressed or spelled in codes', (action) => {
  expect(isActivePdf(pdf(action))).toBe(true);
  expect(isActivePdf(pdf(packed(action)))).toBe(true);
  expect(isActivePdf(pdf(action.replaceAll('/J', '/#4a').replaceAll('/L', '/#4C')))).toBe(true);
});

test.each(['<< /A << /S /URI /URI (https://example.be/JavaScript) >> >>', '(Launch of the project) /JSON', ''])(
  'a PDF with %s is not',
  (part) => {
    expect(isActivePdf(pdf(part))).toBe(false);
    expect(isActivePdf(pdf(packed(part)))).toBe(false);
    expect(isActivePdf(pdf('1 0 obj << /Type /ObjStm >>\nstream\nno deflate\nendstream', part))).toBe(false);
  },
);

test.each([
  ['a comment between name and value', '<< /S%\n/JavaScript /JS%a\r%b\n(app.alert(1)) >>'],
  ['a zero between name and value', '<< /S\0/Launch /F (cmd.exe) >>'],
  ['objects that are packed twice', '1 0 obj\n<< /Type /ObjStm /Filter [/AHx /FlateDecode] >>\nstream\nab\nendstream'],
  ['a name of its stream in codes', `1 0 obj\n<< /Type /#4fbjStm /Filter /LZWDecode >>\nstream\nab\nendstream`],
])('a PDF with %s is active', (_, part) => expect(isActivePdf(pdf(part))).toBe(true));

test('a PDF whose objects are too large when inflated counts as active', () => {
  const large = packed('/Type '.repeat(1_000_000));
  expect(isActivePdf(pdf(large))).toBe(false);
  expect(isActivePdf(pdf(...Array.from({ length: 8 }, () => large)))).toBe(true);
});
