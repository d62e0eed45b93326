import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filledPage,
  fillingsOf,
  newPlaceholder,
  packPage,
  splicedPage,
  splitPage,
  widthsOf,
} from '../../src/platform/http/page-with-gaps.server.ts';

const [TOKEN, PAGE, ONCE] = [newPlaceholder(), newPlaceholder(), newPlaceholder()];
const PLACEHOLDERS = { token: TOKEN, page: PAGE, once: ONCE };
/** A page like that of a form: text that repeats itself, before, between and after the gaps. */
const HTML = [
  ...Array.from({ length: 40 }, (_, at) => `<li class="row">Voornaam, naam en e-mailadres ${at % 7}</li>`),
  `<input type="hidden" name="token" value="${TOKEN}"/><input type="hidden" name="page" value="${PAGE}"/>`,
  `<img src="/picture/${TOKEN}"/><p>“Voornaam”, naam en e-mailadres</p>`,
  `<script type="application/json">{"token":"${TOKEN}","page":"${PAGE}","once":"${ONCE}"}</script>`,
  ...Array.from({ length: 40 }, (_, at) => `<li class="row">Voornaam, naam en e-mailadres ${at % 5}</li>`),
].join('');
const page = splitPage(HTML, PLACEHOLDERS)!;
/** What a browser reads: white space behind the quotation mark of a gap is not part of the value. */
const readable = (html: string) => html.replaceAll(/" +(?=[/,}])/g, '"');
const sentAs = async (first: Record<string, string>, then: Record<string, string>) => {
  const packed = (await packPage(page, widthsOf(fillingsOf(page, first))))!;
  const sent = splicedPage(page, packed, fillingsOf(page, then));
  return sent && readable(brotliDecompressSync(sent).toString('utf8'));
};

test('a page is packed once and gives, with any values of that width, the whole page with these values', async () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_./'), minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(letters, letters, async (one, other) => {
      const values = { token: `${one}1`, page: `/nl/${one}/`, once: `{"a":"${one}<${other}"}` };
      const again = { token: `${one}2`, page: `/fr/${one}/`, once: `{"b":"${one}<${other}"}` };
      expect(await sentAs(values, again)).toBe(readable(filledPage(page, fillingsOf(page, again)).toString('utf8')));
    }),
    { numRuns: 25 },
  );
});

test('a shorter value fits, and the page is read as if it had been written with it', async () => {
  const sent = (await sentAs(
    { token: 't', page: '/nl/een-lang-pad/', once: 'x' },
    { token: 't', page: '/', once: '' },
  ))!;
  expect(sent).toContain('name="page" value="/"/>');
  const [, json = ''] = /json">(.*)<\/script>/.exec(sent) ?? [];
  expect(JSON.parse(json)).toEqual({ token: 't', page: '/', once: '' });
});

describe('a page is not spliced', () => {
  test('when it could not be packed', () => {
    const fillings = fillingsOf(page, { token: 't', page: '/', once: '' });
    expect(splicedPage(page, { pieces: [], open: [] }, fillings)).toBe(null);
  });

  test('with a value that is longer than its gap', async () => {
    expect(
      await sentAs({ token: 't', page: '/', once: '' }, { token: 't', page: `/${'a'.repeat(40)}`, once: '' }),
    ).toBe(null);
  });

  test.each(['/nl/?a=1&b=2', "/nl/'", '/nl/"<script>', '/nl/\\'])(
    'with the value %s, which HTML and JSON write differently',
    async (path) => {
      expect(
        await sentAs(
          { token: 't', page: '/nl/aaaaaaaaaaaaaaaaaaaaaaaaa', once: '' },
          { token: 't', page: path, once: '' },
        ),
      ).toBe(null);
      const whole = filledPage(page, fillingsOf(page, { token: 't', page: path, once: '' })).toString('utf8');
      const [, json = ''] = /json">(.*)<\/script>/.exec(whole) ?? [];
      expect(JSON.parse(json).page).toBe(path);
      expect(whole).not.toContain('"<script>');
    },
  );

  test('when a placeholder is not at the end of a quoted text', () => {
    expect(splitPage(`<p>${TOKEN}</p>`, PLACEHOLDERS)).toBe(null);
  });
});

test('a page without gaps is packed whole', async () => {
  const plain = splitPage('<p>Deze woning is verkocht.</p>', PLACEHOLDERS)!;
  const packed = (await packPage(plain, []))!;
  expect(brotliDecompressSync(splicedPage(plain, packed, [])!).toString('utf8')).toBe(
    '<p>Deze woning is verkocht.</p>',
  );
});
