import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageCssProblem, scopedPageCss } from '../../src/features/page/page-css.ts';

describe('an editor may write', () => {
  test.each([
    'h1 { color: var(--accent) }',
    'h1 { color: red } /* own */',
    '@media (max-width: 766px) { h1 { color: red } }',
    'ul::before { content: "–" }',
    '.hero { background: url(/media/photos/a.jpg?width=800) }',
    '.hero { background: url("/media/photos/a.jpg") }',
    ".hero { background: URL( '/media/photos/a.jpg' ) }",
    'a[href*="x"] { & b { color: red } }',
    '',
  ])('%s', (css) => {
    expect(pageCssProblem(css)).toBeNull();
  });
});

describe('refused is', () => {
  test.each([
    ['@import', '@import "x.css";'],
    ['@import of a URL', '@import url(/media/x.css);'],
    ['@IMPORT', '@IMPORT "x.css";'],
    ['@import behind a comment', '/* a */@import "x";'],
    ['an escaped @import', '@\\69mport "x";'],
    ['an escaped url', 'a { background: \\75rl(https://evil.example) }'],
    ['a backslash anywhere', 'a { content: "\\201C" }'],
    ['a URL of another site', 'a { background: url(https://evil.example/x.png) }'],
    ['one without its scheme', 'a { background: url(//evil.example/x.png) }'],
    ['one in quotes', 'a { background: url( "https://evil.example" ) }'],
    ['data in a URL', 'a { background: url(data:image/png;base64,AAAA) }'],
    ['a URL relative to the page', 'a { background: url(x.png) }'],
    ['another folder of this site', 'a { background: url(/api/count) }'],
    ['src()', 'a { background: src("https://evil.example") }'],
    ['image()', 'a { background: image("https://evil.example") }'],
    ['image-set()', 'a { background: image-set("https://evil.example" 1x) }'],
    ['-webkit-image-set()', 'a { background: -webkit-image-set(url(/media/a.png) 1x) }'],
    ['a font', '@font-face { font-family: x; src: url(/media/x.woff) }'],
    ['a namespace', '@namespace x "https://evil.example";'],
    ['the end of the style element', '</style><script>alert(1)</script>'],
    ['its end within a comment, which HTML does not know', '/* </style><script>alert(1)</script> */'],
    ['its end within quotes', 'a { content: "</style>" }'],
    ['a comment of HTML', '<!-- a {} -->'],
    ['a brace too few', 'h1 { color: red'],
    ['a brace too many', 'h1 { color: red } }'],
    ['braces in the wrong order', '} h1 {'],
    ['a brace that leaves the scope and one that hides it in quotes', 'h1 { content: "{" } } body { display: none }'],
    ['the same with single quotes', "h1 { content: '{' } } body { display: none }"],
    ['a closing brace in quotes that hides an open one', 'h1 { content: "}" '],
    ['a comment that does not end', 'h1 { color: red } /* and so on'],
    ['quotes that do not end', 'h1 { content: "x } '],
    ['quotes that end with the line', 'h1 { content: "x\n } body { color: red }'],
    [
      'a URL hidden between quotes that look like a comment',
      'a { content: "/*" } b { background: url(https://evil.example) } c { content: "*/" }',
    ],
    ['an @import hidden the same way', 'a { content: "/*" } @import "x"; c { content: "*/" }'],
    [
      'a URL hidden behind one that looks like a comment',
      'a { background: url(/media/*) } b { background: url(https://evil.example/) } c { background: url(/media/*/x) }',
    ],
    [
      'a function whose name only ends in url, with a comment in it',
      'a { background: -url(/media/*) } b { color: red }',
    ],
    ['a URL that leaves the media, encoded', 'a { background: url(/media/%2e%2E/api/count) }'],
    ['a URL that leaves the media', 'a { background: url(/media/../api/count) }'],
  ])('%s', (_name, css) => {
    expect(pageCssProblem(css)).not.toBeNull();
    expect(scopedPageCss(css)).toBe('');
  });
});

test('allowed styles apply only to the main part of their page', () => {
  expect(scopedPageCss('h1 { color: red }')).toBe('@layer components{.own{h1 { color: red }}}');
  expect(scopedPageCss(undefined)).toBe('');
  expect(scopedPageCss('')).toBe('');
});

test('accepted CSS never ends its element and has balanced braces', () => {
  const parts = fc.constantFrom(
    'h1',
    '{',
    '}',
    '"',
    "'",
    '/*',
    '*/',
    '<',
    '</style>',
    'url(',
    ')',
    '/media/a',
    'https://evil.example',
    '@import',
    '\\',
    '\n',
    ' ',
    ';',
    'color:red',
  );
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 14 }).map((list) => list.join('')),
      (css) => {
        if (pageCssProblem(css) !== null) return;
        expect(css).not.toMatch(/<|\\/);
        // Read as a browser does: comments, strings and url() are one piece each.
        const left = css.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|(?<![\w-])url\([^"'()]*\)/g, (piece) =>
          piece.startsWith('url')
            ? piece.replace(/^url\(\s*\/media\/.*$/s, 'url(/media/)')
            : // A text in quotes may be what url( leads to.
              /^["']\/media\//.test(piece)
              ? '/media/ '
              : ' ',
        );
        expect(left).not.toMatch(/@import(?![\w-])|["']|\/\*|(?<![\w-])url\((?!\/media\/)/);
        let depth = 0;
        for (const sign of left) {
          depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
      },
    ),
    { numRuns: 5000 },
  );
});
