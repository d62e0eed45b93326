import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { finishedPage } from '../../src/publish/bundle/finish-page.ts';

const POLICY =
  "default-src 'none'; script-src 'self' https://tags.example 'sha256-others' 'strict-dynamic'; " +
  "style-src 'self' 'sha256-others'";
const META = `<meta http-equiv="content-security-policy" content="${POLICY}">`;
const page = (head: string, body: string) => `<html><head>${META}${head}</head><body>${body}</body></html>`;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (html: string) => /content="([^"]*)"/.exec(html)?.[1];

test('the inline modules of a page are merged into the last one, each in its own scope', () => {
  const made = finishedPage(
    page('', '<script type="module">one()</script><p>a</p><script type="module">two()</script><p>b</p>'),
  );
  const both = '(()=>{one()})();(()=>{two()})();';
  expect(made).toContain(`<body><p>a</p><script type="module">${both}</script><p>b</p></body>`);
  expect(policyOf(made)).toContain(`script-src 'self' https://tags.example ${hash(both)};`);
});

test('white space beside blocks is removed, and that of words stays', () => {
  const words = '<p>one <b>two</b> <a href="/">three</a></p>';
  const made = finishedPage(page('', `<div class="a">\n${words} <dl> <dt>a</dt> <dd>b </dd> </dl> </div> <b>c</b>`));
  expect(made).toContain(`<body><div class="a">${words}<dl><dt>a</dt><dd>b </dd></dl></div><b>c</b></body>`);
  const kept = '<script>x = "<p> <p>"</script><pre><p> <p></pre><textarea><p> <p></textarea>';
  expect(finishedPage(page('', kept))).toContain(kept);
});

test('the style of islands is part of the first style, so that it costs no hash of its own', () => {
  const island = '<style>astro-island,astro-slot{display:contents}</style>';
  const made = finishedPage(page('<style>b{}</style>', `<p>a</p>${island}<p>c</p>`));
  expect(made).toContain('<style>astro-island,astro-slot{display:contents}b{}</style></head><body><p>a</p><p>c</p>');
  expect(policyOf(made)).toBe(
    `default-src 'none'; script-src 'self' https://tags.example; ` +
      `style-src 'self' ${hash('astro-island,astro-slot{display:contents}b{}')}`,
  );
  expect(finishedPage(page('', `<p>a</p>${island}`))).toContain(`<p>a</p>${island}`);
});

test('a module that imports stays unchanged in its place', () => {
  const body = '<script type="module">import "/a.js";one()</script><p>a</p><script type="module">two()</script>';
  const made = finishedPage(page('', body));
  expect(made).toContain(body);
  expect(policyOf(made)).toContain(`${hash('import "/a.js";one()')} ${hash('two()')};`);
});

test('the policy names the hash of each own inline script and style once, and no others', () => {
  const head = '<style>b{}</style><style media="print">b{}</style><script>old()</script><style>i{}</style>';
  expect(policyOf(finishedPage(page(head, '')))).toBe(
    `default-src 'none'; script-src 'self' https://tags.example ${hash('old()')}; ` +
      `style-src 'self' ${hash('b{}')} ${hash('i{}')}`,
  );
});

test('external files and data have no hash', () => {
  const head =
    '<script src="/a.js"></script><script type="application/ld+json">{"a":"<style>"}</script>' +
    '<script type="module" src="/b.js"></script>';
  const made = finishedPage(page(head, ''));
  expect(made).toContain(head);
  expect(policyOf(made)).toBe(`default-src 'none'; script-src 'self' https://tags.example; style-src 'self'`);
});

test('names that only begin with script or style are ignored', () => {
  const body = '<styled-box>a</styled-box><script-list>b</script-list><style>c{}</style><script>d()</script>';
  const policy = policyOf(finishedPage(page('', body)));
  expect(policy?.endsWith(`https://tags.example ${hash('d()')}; style-src 'self' ${hash('c{}')}`)).toBe(true);
});

test('text that looks like an opening tag hides no real one', () => {
  const head =
    '<meta name="description" content="Flat <style loft>, <script>">' +
    '<script type="application/ld+json">"<style>"</script>';
  const policy = policyOf(
    finishedPage(page(`${head}<style>c{}</style>`, '<p title="<script>">a</p><script>d()</script>')),
  );
  expect(policy).toContain(hash('c{}'));
  expect(policy).toContain(hash('d()'));
});

test('a page without a policy, and a truncated page, stay unchanged', () => {
  expect(finishedPage('<p>a</p><style>b{}</style>')).toBe('<p>a</p><style>b{}</style>');
  for (const broken of ['<script>b(', '<script', '<style', '<style>']) {
    const html = page('', `<p>a</p>${broken}`);
    expect(finishedPage(html).slice(html.indexOf('<p>') - html.length)).toBe(html.slice(html.indexOf('<p>')));
  }
});

test('what has a place of its own is placed by the first style, as the policy allows no style attribute', () => {
  const boxes = '<a data-box="5 10.5 50 80"></a><a data-box="5 10.5 50 80"></a><a data-box="1;color:red 2 3 4"></a>';
  const made = finishedPage(page('<style>b{}</style>', boxes));
  expect(made).toContain('<style>[data-box="5 10.5 50 80"]{left:5%;top:10.5%;width:50%;height:80%}b{}</style>');
  expect(policyOf(made)).toContain(
    `style-src 'self' ${hash('[data-box="5 10.5 50 80"]{left:5%;top:10.5%;width:50%;height:80%}b{}')}`,
  );
});

test('the focus of a photograph is its position where it is cropped', () => {
  const made = finishedPage(page('<style>b{}</style>', '<img data-focus="70 40.5"><img data-focus="70%;x 1">'));
  expect(made).toContain('<style>[data-focus="70 40.5"]{object-position:70% 40.5%}b{}</style>');
});
