import { expect, test } from 'vitest';
import { slimProgram } from '../../src/publish/bundle/make-bundle.ts';

const program = (manifest: object) =>
  `// Astro — its comment\nvar _manifest = deserializeManifest(${JSON.stringify(manifest)});\nexport { _manifest };`;
/** Runs a program and gives its manifest. */
const manifestOf = (code: string): unknown =>
  new Function('deserializeManifest', `${code.replace('export { _manifest };', '')} return _manifest;`)(
    (manifest: unknown) => manifest,
  );

test('a long text of a manifest is written once, and the manifest is the same', () => {
  const [style, other] = [`.a{content:"\\"$&—"}`.repeat(40), '.b{}'.repeat(100)];
  const manifest = { routes: [{ style }, { style, other }, { style: 'short', at: '"_texts[0]"' }], base: '/' };
  const slim = slimProgram(program(manifest));
  expect(manifestOf(slim)).toEqual(manifest);
  expect(slim.split('.b{}.b{}')).toHaveLength(51);
  expect(slim.length).toBeLessThan(program(manifest).length - style.length / 2);
  expect(slim).not.toMatch(/[^\0-\xff]/);
});

test('a program without a manifest is refused by name', () => {
  expect(() => slimProgram('export {};')).toThrow('no manifest');
});
